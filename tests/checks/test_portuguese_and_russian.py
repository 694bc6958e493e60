"""Words of Portuguese and Russian that look like others: "no" is "in the", "возможности" is no "maybe"."""

# ruff: noqa: E501 - tables

from datetime import datetime

import pytest
from support import judging
from support.rows import for_each

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 5, 14, 12).timestamp()

# Whether the fact is right, what was typed, and the fact.
ROWS = (
    (True, "estudo no código aberto", "Estuda no código aberto"),
    (True, "no trabalho uso Python", "Usa Python no trabalho"),
    (True, "Python no trabalho", "Usa Python no trabalho"),
    (True, "erro no código do meu projeto em Rust", "Tem um projeto em Rust"),
    (True, "dor no joelho direito desde maio", "Tem dor no joelho direito"),
    (True, "quero comentários no código em inglês", "Quer comentários no código em inglês"),
    (True, "sempre coloque comentários no código", "Quer comentários no código"),
    (True, "no meu trabalho usamos Docker", "Usa Docker no trabalho"),
    (True, "meu filho está no hospital", "Tem um filho"),
    (True, "vivo no Porto com a minha gata", "Vive no Porto"),
    (True, "fiz mestrado no Canadá", "Fez mestrado no Canadá"),
    (True, "trabalho no Banco do Brasil", "Trabalha no Banco do Brasil"),
    (True, "casa no campo, 3 filhos", "Tem 3 filhos"),
    (True, "bolo no forno elétrico", "Usa forno elétrico"),
    (True, "ajuda com excel no mac", "Usa Excel no Mac"),
    (True, "minha filha passa o dia no celular", "Tem uma filha"),
    (True, "sou professora no ensino médio", "É professora no ensino médio"),
    (True, "ando de bicicleta no parque", "Anda de bicicleta no parque"),
    (True, "tirei férias no nordeste com meu marido", "É casada"),
    (True, "toco violão no coral da igreja", "Toca violão no coral da igreja"),
    (True, "planto tomates no quintal", "Planta tomates no quintal"),
    (True, "nado no clube às quintas", "Nada no clube às quintas"),
    (True, "corro no calçadão todo dia", "Corre no calçadão todo dia"),
    (True, "meu carro ficou no mecânico", "Tem um carro"),
    (False, "não trabalho no banco", "Trabalha no banco"),
    (False, "não moro no Porto", "Mora no Porto"),
    (False, "nunca uso Python no trabalho", "Usa Python no trabalho"),
    (False, "sem açúcar no café", "Toma café com açúcar"),
    (False, "no trabajo en el banco", "Trabaja en el banco"),
    (False, "no uso Python", "Usa Python"),
    (False, "no vivo en Porto", "Vive en Porto"),
    (False, "não moro mais em Porto Alegre", "Mora em Porto Alegre"),
    (False, "não fumo mais cigarro", "Fuma cigarro"),
    (False, "eu não toco mais violino", "Toca violino"),
    (True, "não tenho carro, mas tenho uma moto", "Tem uma moto"),
    (True, "meu filho não estuda mais, trabalha na Vale", "Filho trabalha na Vale"),
    (True, "tenho uma padaria, erro no formulário de imposto", "Tem uma padaria"),
    (True, "experiência de 5 anos no setor elétrico", "Tem 5 anos de experiência no setor elétrico"),
    (True, "depois do almoço no restaurante toco piano", "Toca piano"),
    (True, "ontem no show com meu marido perdi o celular", "É casada"),
    (True, "estudo direito no Rio", "Estuda direito no Rio"),
    (True, "só no verão faço trilha", "Faz trilha no verão"),
    (False, "no como carne", "Come carne"),
    (False, "no hablo portugués", "Habla portugués"),
    (False, "no estudio derecho en Río", "Estudia derecho en Río"),
    (False, "mi hijo no come pescado", "Hijo come pescado"),
    (False, "i have no piano", "Has a piano"),
    (False, "hoje não como carne", "Come carne"),
    (True, "dor de cabeça no fim do dia, trabalho em call center", "Trabalha em call center"),
    (True, "moro no interior de Minas", "Mora no interior de Minas"),
    (True, "trabalho no centro de Lisboa", "Trabalha no centro de Lisboa"),
    (True, "dor nas costas no inverno, moro em Curitiba", "Mora em Curitiba"),
    (True, "estou no terceiro ano de medicina", "Está no terceiro ano de medicina"),
    (True, "будучи медсестрой в Туле, я много хожу", "Медсестра в Туле"),
    (True, "из-за возможности учиться живу в Туле", "Живёт в Туле"),
    (True, "думая о будущем детей, живу в Туле", "Живёт в Туле"),
    (True, "мой сын читает про героев, а я играю на виолончели", "Играет на виолончели"),
    (True, "я работаю медсестрой, для меня герой каждый врач", "Работает медсестрой"),
    (True, "tengo una enfermedad rara, no imaginaria", "Tiene una enfermedad rara"),
    (True, "escribo sobre mundos imaginarios y vivo en Vigo", "Vive en Vigo"),
    (False, "я буду жить в Туле", "Живёт в Туле"),
    (False, "мы будем жить в Туле с мая", "Живёт в Туле"),
    (False, "герой рассказа медсестра в Туле. я медсестра", "Медсестра"),
    (False, "мой герой живёт в Туле", "Живёт в Туле"),
    (False, "возможно, живу в Туле последний год", "Живёт в Туле последний год"),
    (False, "imagina que vivo en Vigo", "Vive en Vigo"),
    (False, "maybe, i live in Tula", "Lives in Tula"),
    (False, "может быть, я медсестра в Туле", "Медсестра в Туле"),
    (False, "talvez, moro em Braga", "Mora em Braga"),
    (True, "maybe, but i live in Leeds", "Lives in Leeds"),
    (True, "я не один, у меня есть кот", "Есть кот"),
    (True, "eu uso o VS Code no Ubuntu e o terminal sumiu", "Uses VS Code on Ubuntu"),
    (True, "moro em Braga e quero aprender a surfar", "Lives in Braga"),
    (False, "meu irmão mora em Braga e quero visitar", "Lives in Braga"),
    (False, "eu tocava bateria na escola, será que ainda sei", "Toca bateria"),
    (True, "eu tocava bateria na escola", "Tocava bateria na escola"),
    (True, "eu toco bateria na escola", "Toca bateria na escola"),
    (False, "morava em Braga, que saudade", "Mora em Braga"),
    (False, "se eu morasse no Porto ia de metro?", "Mora no Porto"),
    (True, "живу с будущим мужем в Казани", "Живёт в Казани"),
)  # fmt: skip


@pytest.mark.slow
@for_each(("is_right", "said", "fact"), ROWS)
def test_portuguese_and_russian_words_are_read_as_such(
    is_right: bool, said: str, fact: str
) -> None:
    refusal = judging.refusal(fact, said, said_at=SAID_AT)
    assert (not refusal) == is_right, refusal
