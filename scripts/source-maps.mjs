// Loaded by mocha (.mocharc.json), so that stack traces show TypeScript lines. As an option of Node
// (`node-option`) it would make mocha start a second process, and a SIGTERM would end only the first one.
process.setSourceMapsEnabled(true)
