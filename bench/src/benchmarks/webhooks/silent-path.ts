/** Requests to this path get no response. */
export const SILENT_PATH = '/silent'
