#!/usr/bin/env node
import { runScript } from './run-script.js'

runScript('scripts/brain/brain.ts')
