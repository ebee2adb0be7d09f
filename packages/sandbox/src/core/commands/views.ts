import type { JsonObject } from '../context.ts';
import type { Command } from './find-command.ts';
import { hasExpired } from './states.ts';

/** `CommandSummary` of the Platform API. */
export function commandSummary(command: Command, now: number): JsonObject {
  return {
    commandId: command.id,
    command: command.command,
    status: command.status,
    issuedAt: command.issued,
    updatedOn: command.updated,
    expiry: command.expires,
    expired: hasExpired(command, now),
  };
}

/** `CommandDetails` of the Platform API. The acknowledgment of the device is absent before there is one. */
export function commandDetails(command: Command, now: number): JsonObject {
  const { data, data_type: datatype, ack_data: ackdata, ack_data_type: ackdatatype } = command;
  return {
    ...commandSummary(command, now),
    data,
    datatype,
    ...(ackdata !== null && { ackdata, ackdatatype }),
  };
}

/** `CommandSummary` of the Device API. */
export function deviceSummary(command: Command): JsonObject {
  const { id, command: name, status, issued, updated } = command;
  return { commandId: id, command: name, status, issuedAt: issued, updated };
}

/** `CommandSummary` and `CommandPayload` of the Device API. */
export function deviceDetails(command: Command): JsonObject {
  const { data, data_type: datatype } = command;
  return { ...deviceSummary(command), data, datatype };
}
