// Required by mocha (.mocharc.json), so that stack traces name lines of TypeScript. As an option of Node (`node-option`)
// it would make mocha start itself a second time, and a SIGTERM would end only the first of the two.
process.setSourceMapsEnabled(true)
