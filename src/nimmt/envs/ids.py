"""The ids by which Gymnasium makes our environments. A change that spoils earlier results gets a new version."""

IDS = {
    "nimmt/Base-v0": "base",
    "nimmt/Pro-v0": "pro",
    "nimmt/EvenOdd-v0": "even_odd",
    "nimmt/Climb-v0": "climb",
    "nimmt/Caper-v0": "caper",
    "nimmt/ReversedDigits-v0": "reversed_digits",
    "nimmt/Surprise-v0": "surprise",
    "nimmt/VersusOx-v0": "versus_ox",
    "nimmt/Bullenparty-v0": "bullenparty",
}


ON_KERNELS = ("base", "pro", "even_odd", "climb", "caper", "reversed_digits")
"""Games whose vector environment plays on the kernels; Gymnasium runs several tables of the others side by side."""


def register() -> None:
    """Tell Gymnasium about them; it does no harm to do so twice."""
    import gymnasium

    for name, key in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="nimmt.envs.learner:Learner",
                vector_entry_point="nimmt.envs.vector:Tables" if key in ON_KERNELS else None,
                kwargs={"game": key},
                disable_env_checker=True,
            )
