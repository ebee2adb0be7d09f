# first lines
import os

import platform_client

platform = platform_client.ApiClient(
    platform_client.Configuration(
        host=os.environ["ANEDYA_API_URL"], access_token=os.environ["ANEDYA_API_KEY"]
    )
)
nodes = platform_client.NodesApi(platform)
created = nodes.node_create(platform_client.NodeCreateRequest(node_name="greenhouse-9"))
print(created.node_id)
# the session of the tests

import json
import time
import uuid

import device_client
import device_client.models as device_models
import platform_client.models as models

device = device_client.ApiClient(
    device_client.Configuration(
        host=os.environ["ANEDYA_DEVICE_URL"],
        api_key={"connectionKey": os.environ["ANEDYA_CONNECTION_KEY"]},
    )
)
key = device_models.AuthMode.KEY
node = os.environ["ANEDYA_NODE_ID"]
now = int(time.time() * 1000)

platform_client.VariablesApi(platform).variable_create(
    models.VariableCreateRequest(name="Soil", variable="soil", type=models.VariableType.FLOAT)
)
point = device_models.DataPoint(
    variable="soil", value=device_models.DataValue(24.5), timestamp=now
)
device_client.DataApi(device).data_submit(key, device_models.DataSubmitRequest(data=[point]))
latest = platform_client.DataApi(platform).data_get_latest(
    models.DataGetLatestRequest(nodes=[uuid.UUID(node)], variable="soil")
)
aggregated = platform_client.AggregationsApi(platform).data_aggregate(
    models.DataAggregateRequest.model_validate(
        {
            "variable": "soil",
            "from": now // 1000 - 3600,
            "to": now // 1000 + 60,
            "config": {
                "aggregation": {"compute": "max"},
                "interval": {"measure": "year", "interval": 1},
            },
        }
    )
)
buckets = aggregated.data.actual_instance
assert isinstance(buckets, list)

commands = platform_client.CommandsApi(platform)
commands.command_send(
    models.CommandSendRequest(
        nodeid=uuid.UUID(node),
        command="set-led",
        data="on",
        type=models.CommandDataType.STRING,
        expiry=now + 60_000,
    )
)
received = device_client.CommandsApi(device)
next_command = received.command_get_next(key, device_models.EmptyRequest())
assert next_command.command_id is not None
received.command_update_status(
    key,
    device_models.CommandUpdateStatusRequest.model_validate(
        {
            "commandId": next_command.command_id,
            "status": "success",
            "ackdata": "led is on",
            "ackdatatype": "string",
        }
    ),
)
done = commands.command_get(
    models.CommandGetRequest.model_validate({"commandId": next_command.command_id})
)

platform_client.ValueStoreApi(platform).value_store_set(
    models.ValueStoreSetRequest(
        namespace=models.Namespace(scope=models.NamespaceScope.NODE, id=node),
        key="interval",
        value=models.ValueStoreValue(30.0),
        type=models.ValueStoreType.FLOAT,
    )
)
stored = device_client.ValueStoreApi(device).value_store_get(
    key,
    device_models.ValueStoreGetRequest(
        namespace=device_models.Namespace(scope=device_models.NamespaceScope.SELF, id=""),
        key="interval",
    ),
)
assert stored.value is not None

asset = os.environ["ANEDYA_ASSET_ID"]
stage = {
    "stageNumber": 1,
    "stageTarget": 1,
    "autoAbort": False,
    "abortCriteria": 1,
    "delay": 0,
}
platform_client.DeploymentsApi(platform).deployment_create(
    models.DeploymentPlan.model_validate(
        {
            "assetId": asset,
            "deploymentStart": now // 1000,
            "deployementFilter": {},
            "deploymentConfig": [stage],
        }
    )
)
updates = device_client.OTAUpdatesApi(device)
update = updates.ota_get_next(key, device_models.EmptyRequest())
assert update.data is not None
started = updates.ota_update_status(
    key,
    device_models.OtaUpdateStatusRequest.model_validate(
        {"deploymentId": update.data.deployment_id, "status": "start"}
    ),
)

try:
    nodes.node_get_connection_key(
        models.NodeGetConnectionKeyRequest(
            nodeid=uuid.UUID("019f0000-0000-7000-8000-00000000ffff")
        )
    )
    raise AssertionError("the node is unknown")
except platform_client.ApiException as exception:
    status, error = exception.status, exception.data
assert isinstance(error, models.ErrorResponse)

print(
    json.dumps(
        {
            "created": created.success,
            "latest": latest.data[node].value.actual_instance,
            "aggregate": buckets[0].aggregate,
            "command": [done.status, done.ackdata],
            "stored": stored.value.actual_instance,
            "update": [str(update.data.asset_id) == asset, started.errorcode],
            "error": [status, error.reason_code],
        }
    )
)
