# first lines
import os

from platform_client import AuthenticatedClient
from platform_client.api.nodes import node_create
from platform_client.models import NodeCreateRequest, NodeCreateResult

platform = AuthenticatedClient(os.environ["ANEDYA_API_URL"], token=os.environ["ANEDYA_API_KEY"])
created = node_create.sync(client=platform, body=NodeCreateRequest(node_name="greenhouse-9"))
print(created.node_id if isinstance(created, NodeCreateResult) else created)
# the session of the tests

import json
import time
import uuid

import device_client
import device_client.models as device_models
import platform_client.models as models
from device_client.api.commands import command_get_next, command_update_status
from device_client.api.data import data_submit
from device_client.api.ota_updates import ota_get_next, ota_update_status
from device_client.api.value_store import value_store_get
from platform_client.api.aggregations import data_aggregate
from platform_client.api.commands import command_get, command_send
from platform_client.api.data import data_get_latest
from platform_client.api.deployments import deployment_create
from platform_client.api.nodes import node_get_connection_key
from platform_client.api.value_store import value_store_set
from platform_client.api.variables import variable_create

device = device_client.AuthenticatedClient(
    os.environ["ANEDYA_DEVICE_URL"], token=os.environ["ANEDYA_CONNECTION_KEY"], prefix=""
)
key = device_models.AuthMode.KEY
node = os.environ["ANEDYA_NODE_ID"]
now = int(time.time() * 1000)

variable_create.sync(
    client=platform,
    body=models.VariableCreateRequest(
        name="Soil", variable="soil", type_=models.VariableType.FLOAT
    ),
)
point = device_models.DataPoint(variable="soil", value=24.5, timestamp=now)
data_submit.sync(
    client=device, auth_mode=key, body=device_models.DataSubmitRequest(data=[point])
)
latest = data_get_latest.sync(
    client=platform,
    body=models.DataGetLatestRequest(nodes=[uuid.UUID(node)], variable="soil"),
)
assert isinstance(latest, models.DataGetLatestResult)
aggregated = data_aggregate.sync(
    client=platform,
    body=models.DataAggregateRequest(
        variable="soil",
        from_=now // 1000 - 3600,
        to=now // 1000 + 60,
        config=models.AggregationConfig(
            aggregation=models.AggregationMethod(compute=models.AggregationMethodCompute.MAX),
            interval=models.AggregationInterval(
                measure=models.AggregationIntervalMeasure.YEAR, interval=1
            ),
        ),
    ),
)
assert isinstance(aggregated, models.DataAggregateResult)
assert isinstance(aggregated.data, list)

command_send.sync(
    client=platform,
    body=models.CommandSendRequest(
        nodeid=uuid.UUID(node),
        command="set-led",
        data="on",
        type_=models.CommandDataType.STRING,
        expiry=now + 60_000,
    ),
)
next_command = command_get_next.sync(
    client=device, auth_mode=key, body=device_models.EmptyRequest()
)
assert isinstance(next_command, device_models.CommandGetNextResult)
assert isinstance(next_command.command_id, uuid.UUID)
command_update_status.sync(
    client=device,
    auth_mode=key,
    body=device_models.CommandUpdateStatusRequest(
        command_id=next_command.command_id,
        status=device_models.CommandUpdateStatusRequestStatus.SUCCESS,
        ackdata="led is on",
        ackdatatype=device_models.CommandUpdateStatusRequestAckdatatype.STRING,
    ),
)
done = command_get.sync(
    client=platform, body=models.CommandGetRequest(command_id=next_command.command_id)
)
assert isinstance(done, models.CommandGetResult)

value_store_set.sync(
    client=platform,
    body=models.ValueStoreSetRequest(
        namespace=models.Namespace(scope=models.NamespaceScope.NODE, id=node),
        key="interval",
        value=30.0,
        type_=models.ValueStoreType.FLOAT,
    ),
)
stored = value_store_get.sync(
    client=device,
    auth_mode=key,
    body=device_models.ValueStoreGetRequest(
        namespace=device_models.Namespace(scope=device_models.NamespaceScope.SELF, id=""),
        key="interval",
    ),
)
assert isinstance(stored, device_models.ValueStoreGetResult)

asset = os.environ["ANEDYA_ASSET_ID"]
deployment_create.sync(
    client=platform,
    body=models.DeploymentPlan(
        asset_id=asset,
        deployment_start=now // 1000,
        deployement_filter=models.TagFilter(),
        deployment_config=[
            models.DeploymentStage(
                stage_number=1, stage_target=1, auto_abort=False, abort_criteria=1, delay=0
            )
        ],
    ),
)
update = ota_get_next.sync(client=device, auth_mode=key, body=device_models.EmptyRequest())
assert isinstance(update, device_models.OtaGetNextResult)
assert isinstance(update.data, device_models.OtaDeployment)
assert isinstance(update.data.deployment_id, uuid.UUID)
started = ota_update_status.sync(
    client=device,
    auth_mode=key,
    body=device_models.OtaUpdateStatusRequest(
        deployment_id=update.data.deployment_id,
        status=device_models.OtaUpdateStatusRequestStatus.START,
    ),
)
assert isinstance(started, device_models.StatusResponse)

unknown = node_get_connection_key.sync_detailed(
    client=platform,
    body=models.NodeGetConnectionKeyRequest(
        nodeid=uuid.UUID("019f0000-0000-7000-8000-00000000ffff")
    ),
)
assert isinstance(unknown.parsed, models.ErrorResponse)

print(
    json.dumps(
        {
            "created": isinstance(created, NodeCreateResult),
            "latest": latest.data[node].value,
            "aggregate": aggregated.data[0].aggregate,
            "command": [done.status, done.ackdata],
            "stored": stored.value,
            "update": [str(update.data.asset_id) == asset, started.errorcode],
            "error": [unknown.status_code, unknown.parsed.reason_code],
        }
    )
)
