#!/usr/bin/env node
import { runScript } from './run-script.js'

runScript('scripts/package/edge-brain.ts')
