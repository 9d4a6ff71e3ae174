// `npm run salud` asks the program of this machine whether it can serve (/api/listo): exit code 0, else 1 with the reason.
// Whoever watches it calls this: the health check of the image, an upgrade, a timer.
import { get as http } from 'node:http'
import { get as https } from 'node:https'

const { HOST = '', PORT = '3000', CAMBISTA_CERTIFICADO } = process.env
// An address of all is no address to ask.
const host = HOST === '' || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
const end = (code, said) => {
  console.log(said)
  process.exit(code)
}
// The certificate is of the house's name, and this asks the machine itself.
const options = { host, port: PORT, path: '/api/listo', timeout: 8_000, rejectUnauthorized: false }
const request = (CAMBISTA_CERTIFICADO ? https : http)(options, (answer) => {
  answer.resume()
  answer.on('end', () =>
    answer.statusCode === 200
      ? end(0, 'Listo.')
      : end(1, `El programa responde ${answer.statusCode} y no atiende.`),
  )
})
request.on('timeout', () => request.destroy(new Error('no responde')))
request.on('error', ({ message }) =>
  end(1, `El programa no atiende en ${host}:${PORT}: ${message}`),
)
