import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { z } from 'zod'

/** What the linter of dockerfile-utils says of a Dockerfile, its warnings included. */
export const lint = (text: string): string[] =>
  validate(text).map(({ message }) => (typeof message === 'string' ? message : message.value))

/*
 * What the compose file may have: those keys of the Compose Specification that it uses, and no other. It is a reading of
 * our own: no maintained package has the Specification's schema.
 */

const textos = z.array(z.string())
const red = z.strictObject({ ipv4_address: z.ipv4() })
const disco = z.strictObject({
  type: z.literal('bind'),
  source: z.string(),
  target: z.string(),
  bind: z.strictObject({
    create_host_path: z.boolean(),
    propagation: z.enum(['rslave', 'rprivate', 'rshared']),
  }),
})
const servicio = z.strictObject({
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  image: z.string(),
  container_name: z.string().optional(),
  hostname: z.string().optional(),
  profiles: textos.optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) }),
    )
    .optional(),
  environment: z.record(z.string(), z.string()),
  // Without an address a port is published on IPv6 too, which the network has not.
  ports: z.array(z.string().regex(/^[\d.]+:\d+:\d+$/)).optional(),
  networks: z.strictObject({ default: red }).optional(),
  volumes: z.array(z.union([z.string().regex(/^[^:]+:\/[^:]+(?::ro)?$/), disco])).optional(),
  read_only: z.boolean(),
  tmpfs: textos,
  cap_drop: textos,
  cap_add: textos.optional(),
  security_opt: textos,
  mem_limit: z.string().regex(/^\d+m$/),
  init: z.boolean().optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
})
const compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), servicio),
  networks: z.strictObject({
    default: z.strictObject({
      ipam: z.strictObject({
        config: z.array(
          z.strictObject({ subnet: z.cidrv4(), gateway: z.ipv4(), ip_range: z.cidrv4() }),
        ),
      }),
    }),
  }),
  volumes: z.record(z.string(), z.null()),
})

/**
 * The compose file as data.
 * @throws where it is no YAML, has a key twice, or one that is not listed here.
 */
export const leerCompose = (text: string) => compose.parse(parse(text))
