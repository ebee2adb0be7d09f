import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';

interface ResponseOptions {
  /** The body of the request as JSON; undefined if it is not JSON. */
  readonly parsedBody: unknown;
  /** Types of responses that the client accepts. */
  readonly accepted: { readonly json: boolean; readonly stream: boolean };
  readonly onerror: (error: Error) => void;
}

/**
 * Responds to one request of Streamable HTTP. For the revision 2025-11-25, the SDK always streams unless its transport is set up for
 * JSON, so a client that does not name the type of a stream gets such a transport.
 */
export async function respond(
  createServer: () => McpServer,
  request: Request,
  { parsedBody, accepted, onerror }: ResponseOptions,
): Promise<Response> {
  const isJsonOnly = request.method === 'POST' && !accepted.stream && parsedBody !== undefined;
  if (isJsonOnly && (await isLegacyRequest(request, parsedBody))) {
    const server = createServer();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    transport.onerror = onerror;
    await server.connect(transport);
    const close = () => void server.close();
    request.signal.addEventListener('abort', close, { once: true });
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      await server.close();
    }
  }
  const responseMode = accepted.json ? 'auto' : 'sse';
  return createMcpHandler(createServer, { onerror, responseMode }).fetch(request, { parsedBody });
}
