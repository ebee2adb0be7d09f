// first lines
use platform::{apis::configuration::Configuration, apis::nodes_api, models};

type Failure = Box<dyn std::error::Error>;

async fn create() -> Result<Configuration, Failure> {
    let client = Configuration {
        base_path: std::env::var("ANEDYA_API_URL")?,
        bearer_access_token: Some(std::env::var("ANEDYA_API_KEY")?),
        ..Configuration::default()
    };
    let request = models::NodeCreateRequest::new("greenhouse-9".into());
    println!(
        "{}",
        nodes_api::node_create(&client, request).await?.node_id
    );
    Ok(client)
}
// the session of the tests

use device::apis as device_apis;
use device::models as device_models;
use platform::apis;
use serde_json::json;
use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let client = create().await?;
    let device = device_apis::configuration::Configuration {
        base_path: std::env::var("ANEDYA_DEVICE_URL")?,
        api_key: Some(device_apis::configuration::ApiKey {
            prefix: None,
            key: std::env::var("ANEDYA_CONNECTION_KEY")?,
        }),
        ..Default::default()
    };
    let key = device_models::AuthMode::Key;
    let id = std::env::var("ANEDYA_NODE_ID")?;
    let node: uuid::Uuid = id.parse()?;
    let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;

    let variable = models::VariableCreateRequest::new(
        "Soil".into(),
        "soil".into(),
        models::VariableType::Float,
    );
    apis::variables_api::variable_create(&client, variable).await?;
    let value = device_models::DataValue::Number(24.5);
    let point = device_models::DataPoint::new("soil".into(), value, now);
    let data = device_models::DataSubmitRequest::new(vec![point]);
    device_apis::data_api::data_submit(&device, key, data).await?;
    let request = models::DataGetLatestRequest::new(vec![node], "soil".into());
    let latest = apis::data_api::data_get_latest(&client, request).await?;
    let config = models::AggregationConfig::new(
        models::AggregationMethod::new(models::aggregation_method::Compute::Max),
        models::AggregationInterval::new(models::aggregation_interval::Measure::Year, 1),
    );
    let request = models::DataAggregateRequest::new(
        "soil".into(),
        now / 1000 - 3600,
        now / 1000 + 60,
        config,
    );
    let aggregated = apis::aggregations_api::data_aggregate(&client, request).await?;
    let models::AggregateResult::AggregatePoints(buckets) = *aggregated.data else {
        return Err("the result is no array".into());
    };

    let mut command = models::CommandSendRequest::new(
        node,
        "set-led".into(),
        "on".into(),
        models::CommandDataType::String,
    );
    command.expiry = Some(now + 60_000);
    apis::commands_api::command_send(&client, command).await?;
    let next = device_apis::commands_api::command_get_next(
        &device,
        key,
        device_models::EmptyRequest::new(),
    )
    .await?;
    let command_id = next.command_id.ok_or("no command")?;
    let mut report = device_models::CommandUpdateStatusRequest::new(
        command_id,
        device_models::command_update_status_request::Status::Success,
    );
    report.ackdata = Some("led is on".into());
    report.ackdatatype = Some(device_models::command_update_status_request::Ackdatatype::String);
    device_apis::commands_api::command_update_status(&device, key, report).await?;
    let request = models::CommandGetRequest::new(command_id);
    let done = apis::commands_api::command_get(&client, request).await?;

    let value = models::ValueStoreSetRequest::new(
        models::Namespace::new(models::NamespaceScope::Node, id.clone()),
        "interval".into(),
        models::ValueStoreValue::Number(30.0),
        models::ValueStoreType::Float,
    );
    apis::value_store_api::value_store_set(&client, value).await?;
    let namespace =
        device_models::Namespace::new(device_models::NamespaceScope::VariantSelf, String::new());
    let request = device_models::ValueStoreGetRequest::new(namespace, "interval".into());
    let stored = device_apis::value_store_api::value_store_get(&device, key, request).await?;

    let asset = std::env::var("ANEDYA_ASSET_ID")?;
    let stage = models::DeploymentStage::new(1, 1, false, 1, 0);
    let plan = models::DeploymentPlan::new(now / 1000, asset.clone(), HashMap::new(), vec![stage]);
    apis::deployments_api::deployment_create(&client, plan).await?;
    let update = device_apis::ota_updates_api::ota_get_next(
        &device,
        key,
        device_models::EmptyRequest::new(),
    )
    .await?;
    let deployment = update.data.ok_or("no deployment")?;
    let status = device_models::OtaUpdateStatusRequest::new(
        deployment.deployment_id.ok_or("no id")?,
        device_models::ota_update_status_request::Status::Start,
    );
    let started = device_apis::ota_updates_api::ota_update_status(&device, key, status).await?;

    let request =
        models::NodeGetConnectionKeyRequest::new("019f0000-0000-7000-8000-00000000ffff".parse()?);
    let error = match nodes_api::node_get_connection_key(&client, request).await {
        Err(apis::Error::ResponseError(response)) => response,
        _ => return Err("the node is unknown".into()),
    };
    let unknown: models::ErrorResponse = serde_json::from_str(&error.content)?;

    let printed = json!({
        "created": true,
        "latest": latest.data.get(&id).map(|point| &point.value),
        "aggregate": buckets[0].aggregate,
        "command": [json!(done.status), json!(done.ackdata)],
        "stored": stored.value,
        "update": [json!(deployment.asset_id.map(|id| id.to_string()) == Some(asset)), json!(started.errorcode)],
        "error": [json!(error.status.as_u16()), json!(unknown.reason_code)],
    });
    println!("{printed}");
    Ok(())
}
