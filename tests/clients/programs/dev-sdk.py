"""Calls the methods of the package anedya-dev-sdk, unchanged, and prints one line of JSON for each.

Its host names are fixed. This program resolves them to the sandbox behind a TLS tunnel, and trusts its certificate.
"""

import json
import queue
import ssl
import sys
import threading
import uuid

import requests
from paho.mqtt import client as mqtt

settings = json.loads(sys.argv[1])

# The certificate of the sandbox names this machine, not the hosts of the platform.


class SandboxContext(ssl.SSLContext):
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.load_verify_locations(settings["ca"])
        self.check_hostname = False


connect = mqtt.Client.connect
mqtt.Client.connect = lambda self, host, port, **other: connect(
    self, "127.0.0.1", settings["mqttPort"], **other
)
send = requests.Session.send


def send_to_sandbox(session, request, **options):
    request.url = request.url.replace(
        "https://device.ap-in-1.anedya.io/", f"https://localhost:{settings['httpPort']}/"
    )
    options["verify"] = settings["ca"]
    return send(session, request, **options)


requests.Session.send = send_to_sandbox

import anedya.anedya as sdk_client  # noqa: E402

sdk_client.SSLContext = SandboxContext
from anedya.anedya import AnedyaClient  # noqa: E402
from anedya.config import ConnectionMode, MQTTMode, default_config  # noqa: E402
from anedya.models import CommandStatus, DataPoints, FloatData, GeoData, Log, LogsCache  # noqa: E402

connected, commands, values = queue.Queue(), queue.Queue(), queue.Queue()


def report(method, result="ok"):
    print(json.dumps({"method": method, "result": result}), flush=True)


def call(method, action):
    """Reports the outcome of a call, which ends after a time: some calls wait for a response that never arrives."""
    outcome = queue.Queue()

    def attempt():
        try:
            outcome.put((action(), None))
        except Exception as error:
            outcome.put((None, type(error).__name__))

    threading.Thread(target=attempt, daemon=True).start()
    try:
        value, error = outcome.get(timeout=settings["patience"])
    except queue.Empty:
        value, error = None, "no response"
    report(method, "ok" if error is None else error)
    return value


def client_for(mode, device, key, transport=MQTTMode.TCP):
    config = default_config()
    config.connection_mode = mode
    config.mqtt_mode = transport
    config.set_deviceid(device)
    config.set_connection_key(key)
    config.set_on_connect(lambda: connected.put(True))
    config.set_on_command(commands.put)
    config.set_on_vsupdate(values.put)
    return AnedyaClient(config)


def points():
    batch = DataPoints()
    batch.append(FloatData("temperature", 21.5, 0))
    batch.append(GeoData("position", 23.02, 72.57, 0))
    return batch


def logs():
    batch = LogsCache()
    batch.append(Log("started", 0))
    return batch


device, key = settings["deviceId"], settings["connectionKey"]
http = client_for(ConnectionMode.HTTP, device, key)
call("HTTP submit_data", lambda: http.submit_data(points(), timeout=20))
call("HTTP submit_logs", lambda: http.submit_logs(logs(), timeout=20))
call("HTTP get_time", lambda: http.get_time(timeout=20))
call("HTTP next_command", lambda: http.next_command(timeout=20))
call("HTTP bind_device", lambda: http.bind_device(settings["bindingSecret"], timeout=20))

client = client_for(ConnectionMode.MQTT, device, key)
call("MQTT connect", lambda: (client.connect(), connected.get(timeout=20)))
report("MQTT is_connected", "ok" if client.is_connected() else "no")
call("MQTT submit_data", lambda: client.submit_data(points(), timeout=20))
# The test sends a command and sets a value when it reads this line.
report("MQTT ready")
command = call("MQTT on_command", lambda: commands.get(timeout=20))
call(
    "MQTT update_command_status",
    lambda: client.update_command_status(command, CommandStatus.SUCCESS, timeout=20),
)
call("MQTT on_vsupdate", lambda: values.get(timeout=20))
call("MQTT submit_logs", lambda: client.submit_logs(logs(), timeout=20))
call("MQTT next_command", lambda: client.next_command(timeout=20))
call("MQTT get_time", lambda: client.get_time(timeout=20))

new = client_for(ConnectionMode.MQTT, str(uuid.uuid4()), settings["unboundKey"])
call("MQTT connect of an unbound device", lambda: (new.connect(), connected.get(timeout=20)))
call("MQTT bind_device", lambda: new.bind_device(settings["bindingSecret"], timeout=20))
