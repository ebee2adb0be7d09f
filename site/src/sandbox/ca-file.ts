/** Name under which programs look for the certificate that the sandbox's broker proves itself with. */
export const sandboxCaFile = 'anedya-sandbox-ca.pem';
