#!/usr/bin/env node
// Committed, not built: npm links a command at installation only if its file is there (README, "Run it").
import '../dist/main.js'
