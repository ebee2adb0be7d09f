package main

// first lines
import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/ogen-go/ogen/ogenerrors"

	"session/device"
	"session/platform"
)

type credentials struct{}

func (credentials) ApiKey(context.Context, platform.OperationName) (platform.ApiKey, error) {
	return platform.ApiKey{Token: os.Getenv("ANEDYA_API_KEY")}, nil
}

func (credentials) AccessToken(context.Context, platform.OperationName) (platform.AccessToken, error) {
	return platform.AccessToken{}, ogenerrors.ErrSkipClientSecurity
}

func create(ctx context.Context) *platform.Client {
	client := must(platform.NewClient(os.Getenv("ANEDYA_API_URL"), credentials{}))
	response := must(client.NodeCreate(ctx, &platform.NodeCreateRequest{NodeName: "greenhouse-9"}))
	created, ok := response.(*platform.NodeCreateResult)
	if !ok {
		panic(fmt.Sprint(response))
	}
	fmt.Println(created.NodeId)
	return client
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
// the session of the tests

func (credentials) ConnectionKey(context.Context, device.OperationName) (device.ConnectionKey, error) {
	return device.ConnectionKey{APIKey: os.Getenv("ANEDYA_CONNECTION_KEY")}, nil
}

func main() {
	ctx := context.Background()
	client := create(ctx)
	things := must(device.NewClient(os.Getenv("ANEDYA_DEVICE_URL"), credentials{}))
	const key = device.AuthModeKey
	id := os.Getenv("ANEDYA_NODE_ID")
	node := must(uuid.Parse(id))
	now := time.Now().UnixMilli()

	must(client.VariableCreate(ctx, &platform.VariableCreateRequest{
		Name: "Soil", Variable: "soil", Type: platform.VariableTypeFloat,
	}))
	point := device.DataPoint{
		Variable: "soil", Value: device.NewFloat64DataValue(24.5), Timestamp: device.SubmittedTimestamp(now),
	}
	must(things.DataSubmit(ctx, &device.DataSubmitRequest{Data: []device.DataPoint{point}},
		device.DataSubmitParams{AuthMode: key}))
	latest := must(client.DataGetLatest(ctx, &platform.DataGetLatestRequest{
		Nodes: []uuid.UUID{node}, Variable: "soil",
	})).(*platform.DataGetLatestResult)
	aggregated := must(client.DataAggregate(ctx, &platform.DataAggregateRequest{
		Variable: "soil", From: now/1000 - 3600, To: now/1000 + 60,
		Config: platform.AggregationConfig{
			Aggregation: platform.AggregationMethod{Compute: platform.AggregationMethodComputeMax},
			Interval:    platform.AggregationInterval{Measure: platform.AggregationIntervalMeasureYear, Interval: 1},
		},
	})).(*platform.DataAggregateResult)
	buckets := aggregated.Data.AggregatePoints

	must(client.CommandSend(ctx, &platform.CommandSendRequest{
		Nodeid: node, Command: "set-led", Data: "on", Type: platform.CommandDataTypeString,
		Expiry: platform.NewOptInt64(now + 60_000),
	}))
	next := must(things.CommandGetNext(ctx, &device.EmptyRequest{},
		device.CommandGetNextParams{AuthMode: key})).(*device.CommandGetNextResult)
	must(things.CommandUpdateStatus(ctx, &device.CommandUpdateStatusRequest{
		CommandId: next.CommandId.Value, Status: device.CommandUpdateStatusRequestStatusSuccess,
		Ackdata: device.NewOptString("led is on"),
		Ackdatatype: device.NewOptCommandUpdateStatusRequestAckdatatype(
			device.CommandUpdateStatusRequestAckdatatypeString),
	}, device.CommandUpdateStatusParams{AuthMode: key}))
	done := must(client.CommandGet(ctx, &platform.CommandGetRequest{
		CommandId: uuid.UUID(next.CommandId.Value),
	})).(*platform.CommandGetResult)

	must(client.ValueStoreSet(ctx, &platform.ValueStoreSetRequest{
		Namespace: platform.Namespace{Scope: platform.NamespaceScopeNode, ID: id},
		Key:       "interval", Value: platform.NewFloat64ValueStoreValue(30), Type: platform.ValueStoreTypeFloat,
	}))
	stored := must(things.ValueStoreGet(ctx, &device.ValueStoreGetRequest{
		Namespace: device.Namespace{Scope: device.NamespaceScopeSelf}, Key: "interval",
	}, device.ValueStoreGetParams{AuthMode: key})).(*device.ValueStoreGetResult)

	asset := os.Getenv("ANEDYA_ASSET_ID")
	must(client.DeploymentCreate(ctx, &platform.DeploymentPlan{
		AssetId: asset, DeploymentStart: now / 1000,
		DeploymentConfig: []platform.DeploymentStage{{StageNumber: 1, StageTarget: 1, AbortCriteria: 1}},
	}))
	update := must(things.OtaGetNext(ctx, &device.EmptyRequest{},
		device.OtaGetNextParams{AuthMode: key})).(*device.OtaGetNextResult).Data.Value
	started := must(things.OtaUpdateStatus(ctx, &device.OtaUpdateStatusRequest{
		DeploymentId: update.DeploymentId.Value, Status: device.OtaUpdateStatusRequestStatusStart,
	}, device.OtaUpdateStatusParams{AuthMode: key})).(*device.OtaUpdateStatusOK)

	unknown := must(client.NodeGetConnectionKey(ctx, &platform.NodeGetConnectionKeyRequest{
		Nodeid: uuid.MustParse("019f0000-0000-7000-8000-00000000ffff"),
	})).(*platform.NodeGetConnectionKeyNotFound)

	fmt.Println(string(must(json.Marshal(map[string]any{
		"created":   true,
		"latest":    latest.Data[id].Value.Float64,
		"aggregate": buckets[0].Aggregate,
		"command":   []any{done.Status, done.Ackdata.Value},
		"stored":    stored.Value.Value.Float64,
		"update":    []any{update.AssetId.Value.String() == asset, started.Errorcode},
		"error":     []any{404, unknown.ReasonCode},
	}))))
}
