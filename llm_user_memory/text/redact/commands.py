"""Finds the passwords on command lines: `mysql -pX`, `curl -u a:X`, `sshpass -p X`. Pure.

A line is split roughly as a shell does. The table lists, for each command, the options that take a
password. An option with a telling name ("--password", "--api-key") counts for any command.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..patterns import regex
from . import first_look
from .values import Grade, grade, is_placeholder

if TYPE_CHECKING:
    from . import Span

# Each command, with the options whose next word is a password.
_NEXT = {
    "sshpass": "-p",
    "zip unzip zipcloak": "-P --password",
    "redis-cli redis-benchmark valkey-cli": "-a --pass",
    "ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd": "-w -s",
    "ipmitool ipmiutil impitool": "-P",
    "swaks": "-ap --auth-password",
    "keytool jarsigner apksigner": "-storepass -keypass -srcstorepass -deststorepass -new",
    "mongosh mongo mongodump mongorestore mongoexport mongoimport": "-p",
    "mosquitto_pub mosquitto_sub": "-P",
    "sqlcmd bcp isql osql": "-P",
    "cqlsh rdesktop evil-winrm smbmap crackmapexec nxc netexec arangosh": "-p",
    "psexec psexec64 psexec.exe impdp": "-p",
    "snmpget snmpwalk snmpset": "-A -X",
    "gpg gpg2": "--passphrase",
    "openssl": "-k -K -passin -passout -pass",
    "hydra medusa patator ncrack john": "-p",
    "pdftk": "user_pw owner_pw input_pw",
    "plink pscp psftp putty winscp winscp.com klink": "-pw",
    "cryptcat sbd": "-k",
    "7z 7za 7zr 7zz rar unrar p7zip": "--password",
    "useradd usermod": "-p",
    "virsh vncviewer xvnc4viewer vncpasswd": "--passwd",
    "iwconfig": "key",
    "nmcli": "password psk",
    "influx impala-shell": "-password -p",
    "winrs winrm wmiexec.py": "-p",
    "oc": "-p",
    "ssh-keygen": "-N -P",
    "cadaver lftp ncftp ncftpget ncftpput": "-p",
}
# The commands that take a password by position: a pattern for the arguments before it.
_PLACES = {
    "net": r"use( \S+){0,2} \\\\\S+|user \w+",
    "htpasswd": r"(-\w+ )*-\w*b\w*( -\w+)* \S+ \S+",
    "wpa_passphrase": r"\S+",
    "vault": r"login",
    "rclone": r"obscure",
    "mysqladmin": r".*password",
    "rabbitmqctl": r"(add_user|change_password|authenticate_user) \S+",
    "ejabberdctl": r"(register|change_password) \S+ \S+",
    "prosodyctl": r"register \S+ \S+",
    "mosquitto_passwd": r"(-\w+ )*-\w*b\w*( -\w+)* \S+ \S+",
    "samba-tool": r"user (create|add|setpassword) \S+",
    "dscl": r"\S+ -passwd \S+( \S+)?",
    "kadmin": r".*-pw",
}
_OPTIONS = {name: set(row.split()) for names, row in _NEXT.items() for name in names.split()}
# Their `-p` is a password only after the word "login" ("docker run -p" is a port).
_LOGINS = {
    "docker",
    "podman",
    "nerdctl",
    "helm",
    "buildah",
    "skopeo",
    "oras",
    "az",
    "cf",
    "ibmcloud",
    "ng",
    "npm",
    "argocd",
}
# Options to which the password is joined without a space.
_JOINED = {
    name: tuple(row.split())
    for names, row in {
        "mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlbinlog mysqlpump": "-p",
        "mariadb mariadb-dump mariadb-admin mycli mydumper": "-p",
        "7z 7za 7zr 7zz p7zip": "-p",
        "rar unrar": "-hp -p",
        "sshpass": "-p",
        "xfreerdp xfreerdp3 wlfreerdp mstsc cmdkey psexec": "/p: /pass: /password: /gateway-password:",
    }.items()
    for name in names.split()
}
# The option's value is a user, a colon, and the password.
_PAIRS = {
    name: set(row.split())
    for names, row in {
        "curl": "-u --user -U --proxy-user --user= --proxy-user= -u=",
        "wget": "--user --auth",
        "http https xh xhs": "-a --auth",
        "ab siege wrk hey": "-A -a -P",
        "smbclient rpcclient smbget net smbcacls": "-U --user",
        "lftp ncftp": "-u --user",
        "aria2c gobuster ffuf nikto mosquitto": "-U -u --auth",
        "es elasticdump tus restic": "-u",
    }.items()
    for name in names.split()
}
# An option, a variable or a switch whose name says that its value is a password.
_TELLING = regex(
    r"(?:--?|/)(?:[a-z0-9]{1,20}[-_:]?){0,3}?(?:password\d?|passwd|passphrase|pwd|secret|token"
    r"|api-?key|access-?key|secret-?key|auth-?token|private-?token|userpass|adminpass|rootpass"
    r"|storepass|keypass|pass)(?:$|[=:])",
    re.IGNORECASE,
)
# Options of unknown commands: the value counts only if it looks like nothing else.
_MAY_PASS = regex(r"-(?:p|P|w|W|a|pw|pass)")
_CURL_USER = regex(r"-[A-Za-z]{0,6}u")
_PREFIX = regex(r"(?:pass|env|file|stdin|fd|s):")
_PAIR = regex(r"([\w.+@\\-]{1,80})[:%,/](?=\S)")
_WORD = regex(r"(?:[^\s\"'`|;]+|\"[^\"\n]{0,200}\"|'[^'\n]{0,200}')+|[|;`]")
_ENDS = frozenset("|;`") | {"&&", "||"}
_LIKE_A_COMMAND = regex(r"[-./:@=\d~<>|&*#$\\]|^(?:ssh|scp|sftp|rsync|ping|login|status)$")
# Variables that a command reads, literals of a Kubernetes secret, and a database's login.
_HERE = regex(
    r"(?:sudo|passwd|su)\b[^\n|;]{0,60}<<<\s?[\"']?([^\s\"'<>]{3,80})|--from-literal=[\w.-]{1,60}=[\"']?([^\s\"']{3,200})"
    r"|\b(?:sqlplus|sqlldr|expdp|impdp|rman)\s(?:-\w+\s)?[\w.]{1,40}/([^\s/@\"']{3,60})(?=[@\s]|$)"
)
_ECHOED = frozenset(("echo", "printf", "<<<"))
_FROM_STDIN = regex(r"-[A-Za-z]{0,3}S|--stdin")
_TAKERS = frozenset(("chpasswd", "passwd", "smbpasswd", "cryptsetup", "kinit", "doas"))


class _Word:
    """A word of a command line without its quotes, and its place."""

    def __init__(self, start: int, written: str) -> None:
        quoted = len(written) > 2 and written[0] == written[-1] and written[0] in "\"'"
        self.quoted, self.start = quoted, start + quoted
        self.text = written[1:-1] if quoted else written


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of the passwords on the command lines in a piece of text."""
    if _KNOWN.isdisjoint(piece.lower().translate(_SPACED).split()) and not _may_hold(piece):
        return
    words = [_Word(found.start(), found[0]) for found in _WORD.finditer(piece)]
    for command in _commands(words):
        yield from _of_command(command)
    yield from _echoed(words)
    for found in _HERE.finditer(piece):
        if not is_placeholder(found[found.lastindex or 0]):
            yield found.span(found.lastindex or 0)


def _may_hold(piece: str) -> bool:
    if _MAY_HOLD.search(piece):
        return True
    is_near = first_look.has_any(first_look.lowered(piece), _CLIENTS)
    return is_near and _CLIENT.search(piece) is not None


def _commands(words: Sequence[_Word]) -> Iterator[list[_Word]]:
    """The words, split into commands at separators and at known command names."""
    command: list[_Word] = []
    for word in words:
        is_end = not word.quoted and word.text in _ENDS
        if is_end or _name(word) in _KNOWN:
            yield command
            command = []
        if not is_end:
            command.append(word)
    yield command


def _name(word: _Word) -> str:
    return word.text.rpartition("/")[2].lower()


def _of_command(words: Sequence[_Word]) -> "Iterator[Span]":
    if not words:
        return
    name = _name(words[0])
    nexts, joined, pairs = _OPTIONS.get(name, set()), _JOINED.get(name, ()), _PAIRS.get(name, set())
    if name in _LOGINS and any(word.text == "login" for word in words[1:4]):
        nexts = {"-p"}
    yield from _placed(words)
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else None
        option, _, value = word.text.partition("=")
        if name == "curl" and (joined_user := _CURL_USER.match(word.text)):
            if joined_user.end() < len(word.text):
                yield from _pair(word, joined_user.end())
            elif after:
                yield from _pair(after, 0)
        elif after and word.text in pairs:
            yield from _pair(after, len(after.text) - len(after.text.lstrip("'\"")))
        elif value and option in pairs:
            yield from _pair(word, len(option) + 1)
        elif after and word.text in nexts:
            yield from _value(after, _past_prefix(after), words[at + 2 : at + 3])
        elif telling := _TELLING.match(word.text):
            if telling.end() < len(word.text):
                yield from _value(word, telling.end(), (), Grade.WORD)
            elif after and word.text[-1] not in "=:" and word.text[0] == "-":
                yield from _value(after, _past_prefix(after), words[at + 2 : at + 3])
        elif after and at and _MAY_PASS.fullmatch(word.text):
            value = after.text.rstrip(".,;:?)")
            if grade(value) is Grade.STRONG and re.search(r"[!#$%&*+?]", value):
                yield from _value(after, 0, (), Grade.STRONG)
        elif at:
            yield from _joined(word, joined)


def _joined(word: _Word, options: Sequence[str]) -> "Iterator[Span]":
    for option in options:
        rest = word.text.removeprefix(option)
        if rest != word.text and not word.quoted and rest.casefold() not in ("assword", "ort"):
            start = len(option) + (rest[:1] in "\"'")
            yield from _value(word, start, (), Grade.WORD)
            return
    rest = word.text.removeprefix("-p")
    if rest != word.text and not re.match(r"[\d.:/-]+$", rest):
        is_shown = any(map(str.isupper, rest)) or re.search(r"[!#$%^&*+?]", rest)
        if is_shown and grade(rest.rstrip(".,;:?)")) is Grade.STRONG:
            yield from _value(word, 2, (), Grade.STRONG)


def _past_prefix(word: _Word) -> int:
    found = _PREFIX.match(word.text)
    return found.end() if found else 0


def _value(
    word: _Word,
    at: int,
    following: Sequence[_Word],
    least: Grade = Grade.DIGITS,
    *,
    ends: bool = True,
) -> "Iterator[Span]":
    """Yield the span of a word's rest from `at` if it can be a password.

    A weaker one than `least` counts only if the word is quoted or the words after it look like a
    command's.
    """
    value = word.text[at:].rstrip("'\"").rstrip(",.?)" if not word.quoted else "")
    if len(value) < 3 or value[0] in "-$<>" or is_placeholder(value):
        return
    within = (ends and not following) or any(
        _LIKE_A_COMMAND.search(each.text) for each in following
    )
    if word.quoted or within or grade(value) >= least:
        yield word.start + at, word.start + at + len(value)


def _pair(word: _Word, at: int) -> "Iterator[Span]":
    found = _PAIR.match(word.text, at)
    if found and "://" not in word.text and not found[1].startswith("$"):
        yield from _value(word, found.end(), (), Grade.WORD)


def _placed(words: Sequence[_Word]) -> "Iterator[Span]":
    """The password that a command takes by position: `net use Z: \\\\host\\share X`."""
    pattern = _PLACES.get(_name(words[0]))
    for at in range(1, min(len(words), 8)) if pattern is not None else ():
        before = " ".join(word.text for word in words[1:at])
        if re.fullmatch(pattern or "", before) and words[at].text[0] not in "/-":
            yield from _value(words[at], 0, words[at + 1 : at + 2])


def _echoed(words: Sequence[_Word]) -> "Iterator[Span]":
    """The password that is piped into a command: `echo X | sudo -S`."""
    for at, word in enumerate(words[:-3]):
        if _name(word) not in _ECHOED:
            continue
        first = (
            at
            + 1
            + sum(after.text in ("-n", "-e", "-ne", "%s\\n") for after in words[at + 1 : at + 3])
        )
        if first + 2 >= len(words) or words[first + 1].text != "|":
            continue
        command = [after.text for after in words[first + 2 : first + 10]]
        reads = command[0] in _TAKERS or "--password-stdin" in command or "--stdin" in command
        if reads or (command[0] == "sudo" and any(map(_FROM_STDIN.match, command[1:5]))):
            pair = (
                _PAIR.match(words[first].text) if command[-1:] and "chpasswd" in command else None
            )
            yield from _value(words[first], pair.end() if pair else 0, (), Grade.WORD)


_KNOWN = frozenset((*_OPTIONS, *_LOGINS, *_JOINED, *_PAIRS, *_PLACES))
# A word that may be a command, and other words of a line with a password.
_SPACED = str.maketrans("`(/", "   ")
_MAY_HOLD = regex(r"[-/|](?:(?<=[\s`]-)-?[a-zA-Z]|(?<=\s/)\w+:|(?<=\|))", re.IGNORECASE)
_CLIENTS = ("sqlplus", "sqlldr", "expdp", "impdp", "rman")
_CLIENT = regex(rf"\b(?:{'|'.join(_CLIENTS)})\s", re.IGNORECASE)
