/** A mistake in the sources of the site. Its message says which line to change; a stack trace wouldn't help. */
export class Fault extends Error {}
