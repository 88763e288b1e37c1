/**
 * Removes unsent entries and drafts from this tab's storage. They are removed at sign-out even if the server
 * can't be reached (OWASP ASVS 5.0, 14.3.1). The response to a sign-out also clears the storage of the other
 * tabs.
 */
export const forgetWritten = (): void => sessionStorage.clear()
