/** There is no request, and nobody's address, behind what the command line does. */
export const NO_ORIGIN = { requestId: undefined, clientAddress: undefined }
