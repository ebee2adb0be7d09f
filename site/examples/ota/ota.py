# Polls for an update once, verifies and installs it, and reports the result. Run it every 3 hours, for example with cron.
# Install: Python 3.9 or later, no packages. Replace install().
# Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
import errno
import hashlib
import http.client
import json
import os
import sys
import tempfile
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_DEVICE_URL")
CONNECTION_KEY = required("ANEDYA_CONNECTION_KEY")
RESULT_FILE = "ota-result.json"


class Rejected(OSError):
    """The platform has rejected the request: another attempt cannot help."""


def call(path, body):
    """Posts a JSON body to the device API and returns the response. Fails on an error."""
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
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            result = json.load(response)
    except urllib.error.HTTPError as error:
        text = f"HTTP {error.code}: {error.read().decode()}"
        if error.code in (401, 403, 429) or error.code >= 500:
            wait = error.headers.get("Retry-After")
            sys.exit(f"{text}; Retry-After: {wait}" if wait else text)
        raise Rejected(text) from error
    if not result["success"]:
        raise Rejected(f"{path}: {result['errorcode']} {result['error']}")
    return result


def report(deployment_id, status, log):
    try:
        call("/ota/updateStatus", {"deploymentId": deployment_id, "status": status, "log": log})
    except Rejected as error:
        # An earlier report has arrived, or the deployment was stopped.
        print(error, file=sys.stderr)


# region result
def report_result(deployment_id, status, log):
    """Reports the result of an update. It stays in a file until the platform has responded."""
    # If the power fails here, the file is complete or does not exist.
    with open(RESULT_FILE + ".new", "w", encoding="utf-8") as file:
        json.dump([deployment_id, status, log], file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(RESULT_FILE + ".new", RESULT_FILE)
    report_last_result()


def report_last_result():
    if not os.path.exists(RESULT_FILE):
        return
    with open(RESULT_FILE, encoding="utf-8") as file:
        result = json.load(file)
    report(*result)
    os.remove(RESULT_FILE)
# endregion


# region download
def repaired(url):
    """Replaces a second question mark in the link with an ampersand."""
    address, mark, query = url.partition("?")
    return address + mark + query.replace("?", "&")


def download(asset, target):
    """Downloads the file of an asset. Returns its SHA-256. Raises OSError on a network error."""
    digest = hashlib.sha256()
    with urllib.request.urlopen(repaired(asset["asseturl"]), timeout=60) as source:
        while chunk := source.read(65536):
            digest.update(chunk)
            target.write(chunk)
        if target.tell() < int(source.headers["Content-Length"] or 0):
            raise OSError("download interrupted")
    return digest.hexdigest()
# endregion


def verify(asset, checksum):
    if checksum != asset["assetChecksum"].lower():
        raise ValueError("the SHA-256 of the file differs from assetChecksum")
    if asset["assetSigned"]:
        raise ValueError("the asset is signed: check assetSignature as agreed with its signer")


def install(path, asset):
    """Replace with code that installs the file. The file is deleted afterward."""
    print("install", asset["assetIdentifier"], asset["assetVersion"])


# region main
def main():
    report_last_result()
    result = call("/ota/next", {})
    if not result["deploymentAvailable"]:
        print("nothing to do")
        return
    asset = result["data"]
    deployment_id = asset["deploymentId"]
    report(deployment_id, "start", "download started")
    # Not in /tmp, which is in memory on some systems.
    with tempfile.TemporaryDirectory(dir=".") as folder:
        path = os.path.join(folder, "update.bin")
        try:
            with open(path, "wb") as target:
                checksum = download(asset, target)
        except OSError as error:
            # A network error is temporary: it reports nothing, and the next run downloads the file again.
            if error.errno == errno.ENOSPC:
                report_result(deployment_id, "failure", str(error))
            raise
        try:
            verify(asset, checksum)
            install(path, asset)
        except Exception as error:
            report_result(deployment_id, "failure", str(error))
            raise
    report_result(deployment_id, "success", f"installed {asset['assetVersion']}")
# endregion


try:
    main()
except (OSError, ValueError, http.client.HTTPException) as error:
    sys.exit(str(error))
