package main

// first lines
import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"

	"session/device"
	"session/platform"
)

func create(ctx context.Context) *platform.ClientWithResponses {
	client, _ := platform.NewClientWithResponses(os.Getenv("ANEDYA_API_URL"),
		platform.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("ANEDYA_API_KEY"))
			return nil
		}))
	created, err := client.NodeCreateWithResponse(ctx, platform.NodeCreateRequest{NodeName: "greenhouse-9"})
	if err != nil || created.JSON200 == nil {
		panic(fmt.Sprint(err, created))
	}
	fmt.Println(created.JSON200.NodeId)
	return client
}
// the session of the tests

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := create(ctx)
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", os.Getenv("ANEDYA_CONNECTION_KEY"))
		return nil
	}
	things := must(device.NewClientWithResponses(os.Getenv("ANEDYA_DEVICE_URL"), device.WithRequestEditorFn(key)))
	id := os.Getenv("ANEDYA_NODE_ID")
	node := must(uuid.Parse(id))
	now := time.Now().UnixMilli()

	must(client.VariableCreateWithResponse(ctx, platform.VariableCreateRequest{
		Name: "Soil", Variable: "soil", Type: platform.VariableTypeFloat,
	}))
	var value device.DataValue
	if err := value.FromDataValue0(24.5); err != nil {
		panic(err)
	}
	points := []device.DataPoint{{Variable: "soil", Value: value, Timestamp: now}}
	must(things.DataSubmitWithResponse(ctx, &device.DataSubmitParams{AuthMode: device.Key}, device.DataSubmitRequest{Data: points}))
	latest := must(client.DataGetLatestWithResponse(ctx, platform.DataGetLatestRequest{
		Nodes: []uuid.UUID{node}, Variable: "soil",
	}))
	newest := must(latest.JSON200.Data[id].Value.AsDataValue0())
	aggregated := must(client.DataAggregateWithResponse(ctx, platform.DataAggregateRequest{
		Variable: "soil", From: now/1000 - 3600, To: now/1000 + 60,
		Config: platform.AggregationConfig{
			Aggregation: platform.AggregationMethod{Compute: platform.Max},
			Interval:    platform.AggregationInterval{Measure: platform.Year, Interval: 1},
		},
	}))
	buckets := must(aggregated.JSON200.Data.AsAggregatePoints())

	expiry := now + 60_000
	must(client.CommandSendWithResponse(ctx, platform.CommandSendRequest{
		Nodeid: node, Command: "set-led", Data: "on", Type: platform.CommandDataTypeString, Expiry: &expiry,
	}))
	next := must(things.CommandGetNextWithResponse(ctx, &device.CommandGetNextParams{AuthMode: device.Key}, device.EmptyRequest{}))
	result, kind := "led is on", device.CommandUpdateStatusRequestAckdatatypeString
	must(things.CommandUpdateStatusWithResponse(ctx, &device.CommandUpdateStatusParams{AuthMode: device.Key},
		device.CommandUpdateStatusRequest{
			CommandId: *next.JSON200.CommandId, Status: device.CommandUpdateStatusRequestStatusSuccess,
			Ackdata: &result, Ackdatatype: &kind,
		}))
	done := must(client.CommandGetWithResponse(ctx, platform.CommandGetRequest{CommandId: *next.JSON200.CommandId}))

	var interval platform.ValueStoreValue
	if err := interval.FromValueStoreValue1(30); err != nil {
		panic(err)
	}
	must(client.ValueStoreSetWithResponse(ctx, platform.ValueStoreSetRequest{
		Namespace: platform.Namespace{Scope: platform.NamespaceScopeNode, Id: id},
		Key:       "interval", Value: interval, Type: platform.ValueStoreTypeFloat,
	}))
	stored := must(things.ValueStoreGetWithResponse(ctx, &device.ValueStoreGetParams{AuthMode: device.Key},
		device.ValueStoreGetRequest{Namespace: device.Namespace{Scope: device.Self, Id: ""}, Key: "interval"}))

	asset := os.Getenv("ANEDYA_ASSET_ID")
	must(client.DeploymentCreateWithResponse(ctx, platform.DeploymentPlan{
		AssetId: asset, DeploymentStart: now / 1000, DeployementFilter: map[string]string{},
		DeploymentConfig: []platform.DeploymentStage{{StageNumber: 1, StageTarget: 1, AbortCriteria: 1}},
	}))
	update := must(things.OtaGetNextWithResponse(ctx, &device.OtaGetNextParams{AuthMode: device.Key}, device.EmptyRequest{}))
	started := must(things.OtaUpdateStatusWithResponse(ctx, &device.OtaUpdateStatusParams{AuthMode: device.Key},
		device.OtaUpdateStatusRequest{
			DeploymentId: *update.JSON200.Data.DeploymentId, Status: device.OtaUpdateStatusRequestStatusStart,
		}))

	unknown := must(client.NodeGetConnectionKeyWithResponse(ctx, platform.NodeGetConnectionKeyRequest{
		Nodeid: must(uuid.Parse("019f0000-0000-7000-8000-00000000ffff")),
	}))

	fmt.Println(string(must(json.Marshal(map[string]any{
		"created":   true,
		"latest":    newest,
		"aggregate": buckets[0].Aggregate,
		"command":   []any{done.JSON200.Status, *done.JSON200.Ackdata},
		"stored":    stored.JSON200.Value,
		"update":    []any{update.JSON200.Data.AssetId.String() == asset, started.JSON200.Errorcode},
		"error":     []any{unknown.StatusCode(), unknown.JSON404.ReasonCode},
	}))))
}
