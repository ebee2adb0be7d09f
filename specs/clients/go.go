package main

// first lines
import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"session/device"
	"session/platform"
)

func create(ctx context.Context) *platform.APIClient {
	configuration := platform.NewConfiguration()
	configuration.Servers = platform.ServerConfigurations{{URL: os.Getenv("ANEDYA_API_URL")}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("ANEDYA_API_KEY"))
	client := platform.NewAPIClient(configuration)
	created, _, err := client.NodesAPI.NodeCreate(ctx).
		NodeCreateRequest(*platform.NewNodeCreateRequest("greenhouse-9")).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(created.NodeId)
	return client
}
// the session of the tests

func must[T, R any](value T, _ R, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := create(ctx)
	configuration := device.NewConfiguration()
	configuration.Servers = device.ServerConfigurations{{URL: os.Getenv("ANEDYA_DEVICE_URL")}}
	configuration.AddDefaultHeader("Authorization", os.Getenv("ANEDYA_CONNECTION_KEY"))
	things := device.NewAPIClient(configuration)
	const key = device.AUTHMODE_KEY
	node := os.Getenv("ANEDYA_NODE_ID")
	now := time.Now().UnixMilli()

	must(client.VariablesAPI.VariableCreate(ctx).VariableCreateRequest(
		*platform.NewVariableCreateRequest("Soil", "soil", platform.VARIABLETYPE_FLOAT)).Execute())
	reading := 24.5
	point := device.NewDataPoint("soil", device.Float64AsDataValue(&reading), now)
	must(things.DataAPI.DataSubmit(ctx).AuthMode(key).
		DataSubmitRequest(*device.NewDataSubmitRequest([]device.DataPoint{*point})).Execute())
	latest := must(client.DataAPI.DataGetLatest(ctx).
		DataGetLatestRequest(*platform.NewDataGetLatestRequest([]string{node}, "soil")).Execute())
	aggregation := platform.NewAggregationConfig(
		*platform.NewAggregationMethod("max"), *platform.NewAggregationInterval("year", 1))
	aggregated := must(client.AggregationsAPI.DataAggregate(ctx).DataAggregateRequest(
		*platform.NewDataAggregateRequest("soil", now/1000-3600, now/1000+60, *aggregation)).Execute())
	buckets := *aggregated.Data.ArrayOfAggregatePoint

	command := platform.NewCommandSendRequest(node, "set-led", "on", platform.COMMANDDATATYPE_STRING)
	command.SetExpiry(now + 60_000)
	must(client.CommandsAPI.CommandSend(ctx).CommandSendRequest(*command).Execute())
	empty := *device.NewEmptyRequest()
	next := must(things.CommandsAPI.CommandGetNext(ctx).AuthMode(key).EmptyRequest(empty).Execute())
	report := device.NewCommandUpdateStatusRequest(next.GetCommandId(), "success")
	report.SetAckdata("led is on")
	report.SetAckdatatype("string")
	must(things.CommandsAPI.CommandUpdateStatus(ctx).AuthMode(key).
		CommandUpdateStatusRequest(*report).Execute())
	done := must(client.CommandsAPI.CommandGet(ctx).
		CommandGetRequest(*platform.NewCommandGetRequest(next.GetCommandId())).Execute())

	interval := 30.0
	must(client.ValueStoreAPI.ValueStoreSet(ctx).ValueStoreSetRequest(*platform.NewValueStoreSetRequest(
		*platform.NewNamespace(platform.NAMESPACESCOPE_NODE, node), "interval",
		platform.Float64AsValueStoreValue(&interval), platform.VALUESTORETYPE_FLOAT)).Execute())
	stored := must(things.ValueStoreAPI.ValueStoreGet(ctx).AuthMode(key).ValueStoreGetRequest(
		*device.NewValueStoreGetRequest(*device.NewNamespace(device.NAMESPACESCOPE_SELF, ""), "interval")).Execute())

	asset := os.Getenv("ANEDYA_ASSET_ID")
	stage := platform.NewDeploymentStage(1, 1, false, 1, 0)
	must(client.DeploymentsAPI.DeploymentCreate(ctx).DeploymentPlan(*platform.NewDeploymentPlan(
		now/1000, asset, map[string]string{}, []platform.DeploymentStage{*stage})).Execute())
	update := must(things.OTAUpdatesAPI.OtaGetNext(ctx).AuthMode(key).EmptyRequest(empty).Execute())
	deployment := update.GetData()
	started := must(things.OTAUpdatesAPI.OtaUpdateStatus(ctx).AuthMode(key).OtaUpdateStatusRequest(
		*device.NewOtaUpdateStatusRequest(deployment.GetDeploymentId(), "start")).Execute())

	_, response, err := client.NodesAPI.NodeGetConnectionKey(ctx).NodeGetConnectionKeyRequest(
		*platform.NewNodeGetConnectionKeyRequest("019f0000-0000-7000-8000-00000000ffff")).Execute()
	var failure *platform.GenericOpenAPIError
	if !errors.As(err, &failure) {
		panic("the node is unknown")
	}
	unknown := failure.Model().(platform.ErrorResponse)

	printed, err := json.Marshal(map[string]any{
		"created":   true,
		"latest":    latest.Data[node].Value.Float64,
		"aggregate": buckets[0].Aggregate,
		"command":   []any{done.Status, done.GetAckdata()},
		"stored":    stored.Value.Float64,
		"update":    []any{deployment.GetAssetId() == asset, started.Errorcode},
		"error":     []any{response.StatusCode, unknown.ReasonCode},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(printed))
}
