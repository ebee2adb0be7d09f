# Asks for an update once, checks and installs it, and reports the result. Run it every 3 hours, for example by cron.
# Install: Python 3.9 or later, no package. Replace install().
# Set, as the setup block does: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
import hashlib
import json
import os
import sys
import tempfile
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_DEVICE_URL")
CONNECTION_KEY = required("ANEDYA_CONNECTION_KEY")


def call(path, body):
    """Posts a JSON body to the device API and returns the answer of a call that worked."""
    request = urllib.request.Request(
        BASE_URL + path,
        data=json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Auth-mode": "key",
            "Authorization": CONNECTION_KEY,
        },
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        answer = json.load(response)
    if not answer["success"]:
        raise OSError(f"{path}: {answer['errorcode']} {answer['error']}")
    return answer


def report(deployment_id, status, log):
    call("/ota/updateStatus", {"deploymentId": deployment_id, "status": status, "log": log})


# region download
def repaired(url):
    """Some links hold a second question mark where an ampersand belongs."""
    address, mark, query = url.partition("?")
    return address + mark + query.replace("?", "&")


def download(asset, target):
    """Writes the file of an asset. Raises ValueError when it is not what was announced."""
    digest = hashlib.sha256()
    size = 0
    with urllib.request.urlopen(repaired(asset["asseturl"]), timeout=60) as source:
        while chunk := source.read(65536):
            digest.update(chunk)
            size += len(chunk)
            target.write(chunk)
    # That assetSize counts bytes is not yet confirmed.
    if size != asset["assetSize"]:
        raise ValueError(f"{size} bytes arrived instead of {asset['assetSize']}")
    if digest.hexdigest() != asset["assetChecksum"].lower():
        raise ValueError("the SHA-256 of the file differs from assetChecksum")
# endregion


def install(path, asset):
    """Replace it with what installs the file for good: the file is removed afterwards."""
    print("install", asset["assetIdentifier"], asset["assetVersion"])


def update(asset):
    if asset["assetSigned"]:
        raise ValueError("the asset is signed: check assetSignature as agreed with its signer")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "update.bin")
        with open(path, "wb") as target:
            download(asset, target)
        install(path, asset)


# region main
def main():
    answer = call("/ota/next", {})
    if not answer["deploymentAvailable"]:
        print("nothing to do")
        return
    asset = answer["data"]
    deployment_id = asset["deploymentId"]
    report(deployment_id, "start", "download started")
    try:
        update(asset)
    except Exception as error:
        report(deployment_id, "failure", str(error))
        raise
    report(deployment_id, "success", f"installed {asset['assetVersion']}")
# endregion


try:
    main()
except (OSError, ValueError) as error:
    sys.exit(str(error))
