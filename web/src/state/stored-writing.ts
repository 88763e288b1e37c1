/**
 * Removes unsent entries and drafts from this tab's storage: whoever signs out leaves none, also if the server can't be reached (OWASP ASVS
 * 5.0, 14.3.1). The answer to a sign-out clears the storage of the other tabs too.
 */
export const forgetWritten = (): void => sessionStorage.clear()
