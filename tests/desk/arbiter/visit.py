"""A served desk and ways to come in."""

from dataclasses import dataclass, field

import aiohttp

from desk.arbiter.server import ArbiterServer
from desk.host.notices import Notices
from facts.envelope import Actor
from tests.desk.scene import CHIEF, Scene
from tests.fakes.scripted_witness import ScriptedWitness
from tests.fakes.virtual_clock import FixedClock


@dataclass(frozen=True, slots=True)
class Visit:
    """A served desk and ways to come in."""

    scene: Scene
    server: ArbiterServer
    clock: FixedClock
    notices: Notices = field(default_factory=Notices)
    witness: ScriptedWitness = field(default_factory=ScriptedWitness)

    async def client(self, actor: Actor = CHIEF) -> aiohttp.ClientSession:
        """A client that is signed in; whoever asks closes it."""
        client = aiohttp.ClientSession(
            self.server.url,
            headers={"Origin": self.server.url},
            cookie_jar=aiohttp.CookieJar(unsafe=True),
        )
        token = self.server.sign_in_link(actor.name, actor.role).partition("#")[2]
        async with client.post("/api/sign-in", json={"token": token}) as answer:
            assert answer.status == 200
        return client
