// first lines
import java.util.*;
import session.platform.ApiClient;
import session.platform.api.*;
import session.platform.model.*;

class Platform {
  static ApiClient connect() throws Exception {
    var client = new ApiClient().setBasePath(System.getenv("ANEDYA_API_URL"));
    client.setBearerToken(System.getenv("ANEDYA_API_KEY"));
    var request = new NodeCreateRequest().nodeName("greenhouse-9");
    System.out.println(new NodesApi(client).nodeCreate(request).getNodeId());
    return client;
  }
}
// the session of the tests

class Session {
  public static void main(String[] arguments) throws Exception {
    var platform = Platform.connect();
    var device =
        new session.device.ApiClient().setBasePath(System.getenv("ANEDYA_DEVICE_URL"));
    device.setApiKey(System.getenv("ANEDYA_CONNECTION_KEY"));
    var key = session.device.model.AuthMode.KEY;
    var id = System.getenv("ANEDYA_NODE_ID");
    var node = UUID.fromString(id);
    long now = System.currentTimeMillis();

    new VariablesApi(platform)
        .variableCreate(
            new VariableCreateRequest().name("Soil").variable("soil").type(VariableType.FLOAT));
    var point =
        new session.device.model.DataPoint()
            .variable("soil")
            .value(new session.device.model.DataValue(24.5))
            .timestamp(now);
    new session.device.api.DataApi(device)
        .dataSubmit(key, new session.device.model.DataSubmitRequest().addDataItem(point));
    var latest =
        new DataApi(platform)
            .dataGetLatest(new DataGetLatestRequest().addNodesItem(node).variable("soil"));
    var config =
        new AggregationConfig()
            .aggregation(new AggregationMethod().compute(AggregationMethod.ComputeEnum.MAX))
            .interval(
                new AggregationInterval()
                    .measure(AggregationInterval.MeasureEnum.YEAR)
                    .interval(1L));
    var aggregated =
        new AggregationsApi(platform)
            .dataAggregate(
                new DataAggregateRequest()
                    .variable("soil")
                    .from(now / 1000 - 3600)
                    .to(now / 1000 + 60)
                    .config(config));
    var buckets = aggregated.getData().getListAggregatePoint();

    var commands = new CommandsApi(platform);
    commands.commandSend(
        new CommandSendRequest()
            .nodeid(node)
            .command("set-led")
            .data("on")
            .type(CommandDataType.STRING)
            .expiry(now + 60_000));
    var received = new session.device.api.CommandsApi(device);
    var next = received.commandGetNext(key, new session.device.model.EmptyRequest());
    received.commandUpdateStatus(
        key,
        new session.device.model.CommandUpdateStatusRequest()
            .commandId(next.getCommandId())
            .status(session.device.model.CommandUpdateStatusRequest.StatusEnum.SUCCESS)
            .ackdata("led is on")
            .ackdatatype(
                session.device.model.CommandUpdateStatusRequest.AckdatatypeEnum.STRING));
    var done = commands.commandGet(new CommandGetRequest().commandId(next.getCommandId()));

    new ValueStoreApi(platform)
        .valueStoreSet(
            new ValueStoreSetRequest()
                .namespace(new Namespace().scope(NamespaceScope.NODE).id(id))
                .key("interval")
                .value(new ValueStoreValue(30.0))
                .type(ValueStoreType.FLOAT));
    var self =
        new session.device.model.Namespace()
            .scope(session.device.model.NamespaceScope.SELF)
            .id("");
    var stored =
        new session.device.api.ValueStoreApi(device)
            .valueStoreGet(
                key,
                new session.device.model.ValueStoreGetRequest().namespace(self).key("interval"));

    var asset = System.getenv("ANEDYA_ASSET_ID");
    var stage =
        new DeploymentStage()
            .stageNumber(1L)
            .stageTarget(1L)
            .autoAbort(false)
            .abortCriteria(1L)
            .delay(0L);
    new DeploymentsApi(platform)
        .deploymentCreate(
            new DeploymentPlan()
                .assetId(asset)
                .deploymentStart(now / 1000)
                .deployementFilter(Map.of())
                .deploymentConfig(List.of(stage)));
    var updates = new session.device.api.OtaUpdatesApi(device);
    var update = updates.otaGetNext(key, new session.device.model.EmptyRequest()).getData();
    var started =
        updates.otaUpdateStatus(
            key,
            new session.device.model.OtaUpdateStatusRequest()
                .deploymentId(update.getDeploymentId())
                .status(session.device.model.OtaUpdateStatusRequest.StatusEnum.START));

    var printed = new com.google.gson.JsonObject();
    var gson = new com.google.gson.Gson();
    printed.addProperty("created", true);
    printed.addProperty("latest", latest.getData().get(id).getValue().getDouble());
    printed.addProperty("aggregate", buckets.get(0).getAggregate());
    printed.add(
        "command", gson.toJsonTree(List.of(done.getStatus().getValue(), done.getAckdata())));
    printed.addProperty("stored", stored.getValue().getDouble());
    printed.add(
        "update",
        gson.toJsonTree(
            List.of(update.getAssetId().toString().equals(asset), started.getErrorcode())));
    try {
      new NodesApi(platform)
          .nodeGetConnectionKey(
              new NodeGetConnectionKeyRequest()
                  .nodeid(UUID.fromString("019f0000-0000-7000-8000-00000000ffff")));
    } catch (session.platform.ApiException exception) {
      var error = ErrorResponse.fromJson(exception.getResponseBody());
      printed.add(
          "error", gson.toJsonTree(List.of(exception.getCode(), error.getReasonCode())));
    }
    System.out.println(printed);
  }
}
