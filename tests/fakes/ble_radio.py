"""A Bluetooth LE radio for bleak, with one Pegasus in reach."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.client import BaseBleakClient
from bleak.backends.service import BleakGATTService, BleakGATTServiceCollection
from bleak.exc import BleakDeviceNotFoundError

from boardlink.links.ble import FROM_BOARD, TO_BOARD

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"


class Radio:
    """What the air does; hand :attr:`client` to what takes bleak's backend.

    Attributes:
        address: of the board that is in reach.
        written: what was sent to it, packet by packet.
        fails: raised on connecting.
        breaks: raised on writing.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.written: list[bytes] = []
        self.fails: Exception | None = None
        self.breaks: Exception | None = None
        self.connected = 0
        self._notify: Callable[[bytearray], None] | None = None
        self._lost: Callable[[], None] | None = None
        radio = self

        class Client(BaseBleakClient):
            def __init__(self, address_or_ble_device: str, **kwargs: Any) -> None:
                super().__init__(address_or_ble_device, **kwargs)
                self._open = False

            @property
            def name(self) -> str:
                return "DGT_PEGASUS_40001"

            @property
            def mtu_size(self) -> int:
                return 23

            @property
            def is_connected(self) -> bool:
                return self._open

            async def connect(self, pair: bool, **kwargs: Any) -> None:
                if radio.fails is not None:
                    raise radio.fails
                if self.address != radio.address:
                    raise BleakDeviceNotFoundError(self.address, "not found")
                self._open = True
                radio.connected += 1
                radio._lost = self._vanished
                self.services = services_of_a_pegasus()

            def _vanished(self) -> None:
                if self._open:
                    self._open = False
                    radio.connected -= 1
                    if self._disconnected_callback is not None:
                        self._disconnected_callback()

            async def disconnect(self) -> None:
                self._vanished()

            async def write_gatt_char(
                self, characteristic: BleakGATTCharacteristic, data: Any, response: bool
            ) -> None:
                assert characteristic.uuid == TO_BOARD
                if radio.breaks is not None:
                    raise radio.breaks
                radio.written.append(bytes(data))

            async def start_notify(
                self,
                characteristic: BleakGATTCharacteristic,
                callback: Callable[[bytearray], None],
                **kwargs: Any,
            ) -> None:
                assert characteristic.uuid == FROM_BOARD
                radio._notify = callback

            async def stop_notify(self, characteristic: BleakGATTCharacteristic) -> None:
                radio._notify = None

            async def pair(self, *args: Any, **kwargs: Any) -> None:
                raise NotImplementedError

            async def unpair(self) -> None:
                raise NotImplementedError

            async def read_gatt_char(self, *args: Any, **kwargs: Any) -> bytearray:
                raise NotImplementedError

            async def read_gatt_descriptor(self, *args: Any, **kwargs: Any) -> bytearray:
                raise NotImplementedError

            async def write_gatt_descriptor(self, *args: Any, **kwargs: Any) -> None:
                raise NotImplementedError

        self.client: type[BaseBleakClient] = Client

    def say(self, data: bytes) -> None:
        """The board notifies."""
        assert self._notify is not None
        self._notify(bytearray(data))

    def vanish(self) -> None:
        """The board goes out of reach."""
        assert self._lost is not None
        self._lost()


def services_of_a_pegasus() -> BleakGATTServiceCollection:
    services = BleakGATTServiceCollection()
    service = BleakGATTService(None, 1, SERVICE)
    services.add_service(service)
    for handle, (uuid, properties) in enumerate(
        [(TO_BOARD, ["write", "write-without-response"]), (FROM_BOARD, ["notify"])], start=2
    ):
        services.add_characteristic(
            BleakGATTCharacteristic(None, handle, str(UUID(uuid)), properties, lambda: 20, service)  # type: ignore[arg-type]
        )
    return services
