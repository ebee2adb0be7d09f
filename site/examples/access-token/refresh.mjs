// Sends signed requests from a browser, and gets a new access token before the old one expires.
// Install: save browser.mjs in the same folder.
// Set: an endpoint of your back end that creates a token for the signed-in user and returns tokenId, secret and ttlSec.
import { call } from './browser.mjs';

const endpoint = '/access-token';
/** Remaining life at which a token is replaced, in milliseconds. */
const margin = 60_000;

let known;
let pending;

async function requestToken() {
  const response = await fetch(endpoint, { method: 'POST' });
  if (!response.ok) throw new Error(`no access token: HTTP ${response.status}`);
  const { tokenId, secret, ttlSec } = await response.json();
  return { tokenId, secret, ends: Date.now() + ttlSec * 1000 };
}

/** A token that is still valid for a while. Requests at the same time wait for the same new one. */
async function token() {
  if (known && known.ends - Date.now() > margin) return known;
  pending ??= requestToken().finally(() => {
    pending = undefined;
  });
  known = await pending;
  return known;
}

/** Posts a signed JSON body to the platform API and returns the response. baseUrl: as for `call`. */
export async function send(path, payload, baseUrl) {
  const used = await token();
  try {
    return await call(path, payload, used, baseUrl);
  } catch (error) {
    // A token that was revoked: the next request gets a new one.
    const isRevoked = error.status === 401 || error.reasonCode === 'auth::tokennotfound';
    if (isRevoked && known === used) known = undefined;
    throw error;
  }
}
