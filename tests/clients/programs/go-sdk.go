// Calls every public method of the Go SDK of the vendor, and prints one line of JSON for each.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	tokens "github.com/anedyaio/anedya-go-sdk/accessTokens"
	"github.com/anedyaio/anedya-go-sdk/anedya"
	"github.com/anedyaio/anedya-go-sdk/dataAccess"
	"github.com/anedyaio/anedya-go-sdk/nodes"
	"github.com/anedyaio/anedya-go-sdk/variable"
)

func report(method string, err error) {
	line := map[string]string{"method": method, "result": "ok"}
	if err != nil {
		line["result"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

// expect returns an error unless a condition holds.
func expect(holds bool, format string, values ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf(format, values...)
}

func main() {
	ctx := context.Background()
	// A node with points, and a UUID that no node has as its device.
	node, deviceID := os.Getenv("NODE_ID"), os.Getenv("DEVICE_ID")
	client := anedya.NewClient(os.Getenv("BASE_URL"), os.Getenv("API_KEY"))
	manage := client.NodeManagement
	now := time.Now()

	created, err := manage.CreateNode(ctx, &nodes.CreateNodeRequest{NodeName: "go-parent", NodeDesc: "By the Go SDK"})
	report("CreateNode", err)
	if err != nil {
		os.Exit(1)
	}
	child, err := manage.CreateNode(ctx, &nodes.CreateNodeRequest{NodeName: "go-child"})
	if err != nil {
		os.Exit(1)
	}
	parent := created.NodeId

	list, err := manage.GetNodeList(ctx, &nodes.GetNodeListRequest{Limit: 100, Order: "asc"})
	report("GetNodeList", errors.Join(err, expect(err != nil || list.TotalCount == len(list.Nodes), "%+v", list)))
	report("UpdateNode", manage.UpdateNode(ctx, &nodes.UpdateNodeRequest{
		NodeID:  parent,
		Updates: []nodes.NodeUpdate{{Type: nodes.UpdateNodeName, Value: "renamed"}},
	}))
	details, err := manage.GetNodeDetails(ctx, &nodes.GetNodeDetailsRequest{Nodes: []string{parent}})
	report("GetNodeDetails", errors.Join(err, expect(err != nil || details[parent].NodeName == "renamed", "%+v", details)))
	key, err := manage.GetConnectionKey(ctx, &nodes.GetConnectionKeyRequest{NodeID: parent})
	report("GetConnectionKey", errors.Join(err, expect(key != "", "no key")))
	report("AuthorizeDevice", manage.AuthorizeDevice(ctx, &nodes.AuthorizeDeviceRequest{NodeID: parent, DeviceID: deviceID}))

	children := []nodes.ChildNodeRequest{{NodeId: child.NodeId, Alias: "first"}}
	report("AddChildNode", manage.AddChildNode(ctx, &nodes.AddChildNodeRequest{ParentId: parent, ChildNodes: children}))
	below, err := manage.ListChildNodes(ctx, &nodes.ListChildNodesRequest{ParentId: parent, Limit: 10})
	report("ListChildNodes", errors.Join(err, expect(err != nil || below.Count == 1 && below.Data[0].ChildId == child.NodeId, "%+v", below)))
	report("RemoveChildNode", manage.RemoveChildNode(ctx, &nodes.RemoveChildNodeRequest{ParentId: parent, ChildNode: child.NodeId}))
	report("ClearChildNodes", manage.ClearChildNodes(ctx, &nodes.ClearChildNodesRequest{ParentId: parent}))

	same, err := created.GetDetails(ctx)
	report("Node.GetDetails", errors.Join(err, expect(err != nil || same.NodeName == "renamed", "%+v", same)))
	report("Node.UpdateNode", created.UpdateNode(ctx, []nodes.NodeUpdate{{Type: nodes.UpdateTag, Tag: &nodes.Tag{Key: "room", Value: "b2"}}}))
	report("Node.AuthorizeDevice", created.AuthorizeDevice(ctx, deviceID))
	nodeKey, err := created.GetConnectionKey(ctx)
	report("Node.GetConnectionKey", errors.Join(err, expect(nodeKey == key, "another key")))
	report("Node.AddChildNode", created.AddChildNode(ctx, children))
	listed, err := created.ListChildNodes(ctx, 10, 0)
	report("Node.ListChildNodes", errors.Join(err, expect(err != nil || len(listed) == 1, "%+v", listed)))
	report("Node.RemoveChildNode", created.RemoveChildNode(ctx, child.NodeId))
	report("Node.ClearChildNodes", created.ClearChildNodes(ctx))
	report("DeleteNode", manage.DeleteNode(ctx, &nodes.DeleteNodeRequest{NodeID: child.NodeId}))

	variables := client.VariableManagement
	_, err = variables.CreateVariable(ctx, &variable.CreateVariableRequest{Type: "float", Name: "Pressure", Variable: "go-pressure", TTL: 86400})
	report("CreateVariable", err)
	all, err := variables.ListAllVariable(ctx, 100, 0)
	report("ListAllVariable", errors.Join(err, expect(err != nil || all.TotalCount == len(all.Variables), "%+v", all)))
	report("DeleteVariable", variables.DeleteVariable(ctx, "go-pressure"))

	data, of := client.DataManagement, []string{node}
	points, err := data.GetData(ctx, &dataAccess.GetDataRequest{
		Variable: "temperature", Nodes: of, From: now.Add(-24 * time.Hour).Unix(), To: now.Unix(), Limit: 10,
	})
	report("GetData", errors.Join(err, expect(err != nil || len(points.Data[node]) > 0, "%+v", points)))
	latest, err := data.GetLatestData(ctx, &dataAccess.GetLatestDataRequest{Nodes: of, Variable: "temperature"})
	report("GetLatestData", errors.Join(err, expect(err != nil || latest.Data[node].Timestamp > 0, "%+v", latest)))
	value, isFloat := latest.Data[node].AsFloat()
	report("DataPoint.AsFloat", expect(isFloat, "%v", value))
	place, isGeo := dataAccess.DataPoint{Value: json.RawMessage(`{"lat":23.02,"long":72.57}`)}.AsGeo()
	report("DataPoint.AsGeo", expect(isGeo && place.Lat == 23.02, "%v", place))
	snapshot, err := data.GetSnapshot(ctx, &dataAccess.GetSnapshotRequest{Timestamp: now.Unix(), Variable: "temperature", Nodes: of})
	report("GetSnapshot", errors.Join(err, expect(err != nil || len(snapshot.Data) == 1, "%+v", snapshot)))

	access := client.AccessTokenManagement
	token, err := access.CreateNewAccessToken(ctx, &tokens.CreateNewAccessTokenRequest{
		TTLSec: 600,
		Policy: tokens.Policy{
			Resources: map[string]any{"nodes": of, "variables": []string{"temperature"}},
			Allow:     []tokens.Permission{tokens.PermissionDataGetLatest},
		},
	})
	report("CreateNewAccessToken", err)
	if err == nil {
		report("RevokeAccessToken", access.RevokeAccessToken(ctx, token.TokenID))
	}
}
