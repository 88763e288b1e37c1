/** Actions of the command line have no request and no client address. */
export const NO_ORIGIN = { requestId: undefined, clientAddress: undefined }
