import pytest

from beleg.merge.spelling import heard_alike, plain, skeleton, stems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kadri Sosar", "Kadri Soosaar"),
        ("Elmwik", "Elmvik"),
        ("Asegura", "Assegura"),
        ("Karsten Vikhman", "Carsten Wiechmann"),
        ("Korvid", "Corvid"),
        ("Matey Krants", "Matej Kranjc"),
        ("Erika Noyman", "Erika Neumann"),
        ("Špindel softver", "Spindel Software"),
    ],
)
def test_one_name_spelled_by_ear(one, other):
    assert heard_alike(one, other)
    assert heard_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("LX-2", "LX-22"),
        ("Trainium2", "Trainium3"),
        ("Bank Nord", "Bank Süd"),
        ("Meta", "Mate"),
        ("torch.nn", "torch.fx"),
        ("Neuron", "TorchNeuron"),
        ("Trn2", "Trainium2"),
        ("Nordlicht DB", "Nordlicht Cloud"),
        ("AMD", "AMG"),
    ],
)
def test_two_names(one, other):
    assert not heard_alike(one, other)


def test_scripts_meet():
    assert plain("Čelik") == plain("Челик")
    assert skeleton("Розенау") == skeleton("Rosenau")
    assert stems("der Transporter") & stems("наши транспортные средства")
