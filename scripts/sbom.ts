// `npm run --silent sbom > sbom.json` writes the bill of materials (CycloneDX) of the lock file. Needs no network.
import { readFileSync } from 'node:fs'
import { sbom } from './cadena/sbom.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
process.stdout.write(`${JSON.stringify(sbom(version), null, 2)}\n`)
