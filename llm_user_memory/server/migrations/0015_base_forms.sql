-- Irregular forms of English words are searched by their base form, so the letters of all passages are
-- made anew, by the next search of each user.
delete from passages;
update users set indexed = false;
