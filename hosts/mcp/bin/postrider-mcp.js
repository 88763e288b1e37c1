#!/usr/bin/env node
import '../dist/pipe/main.js'
