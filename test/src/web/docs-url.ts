/** The address of the documentation that sites of tests link to. No test opens it. */
export const DOCS_URL = 'https://api.example.com/docs'
