import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '../repository.ts'
import { checkEnvironment } from './manifests.ts'

const compose = readFileSync(join(root, 'infra', 'compose.yaml'), 'utf8')

/** The lines of a service, without comments. */
const service = (name: string): string =>
  new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n|  #.*\\n)*)`, 'm')
    .exec(compose)?.[1]
    ?.split('\n')
    .filter((line) => !line.trim().startsWith('#'))
    .join('\n') ?? ''

test('the server has neither address nor password of the database owner, and starts after the migration', () => {
  expect(service('server')).toContain('DATABASE_URL_FILE')
  expect(service('server')).not.toMatch(/owner/i)
  expect(service('server')).toMatch(/migrate: \{ condition: service_completed_successfully \}/)
})

test('the migration runs once, as the owner', () => {
  expect(service('migrate')).toContain('DATABASE_OWNER_URL_FILE')
  expect(service('migrate')).toContain("restart: 'no'")
  expect(service('migrate')).not.toMatch(/DATABASE_URL_FILE|database_url|superuser/)
})

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).default({}),
      secrets: z.array(z.string()).default([]),
      stop_grace_period: z.string().optional(),
      networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.string().optional() }))]).optional(),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  networks: z.object({
    outside: z.object({
      ipam: z.object({ config: z.tuple([z.object({ subnet: z.string(), gateway: z.string(), ip_range: z.string() })]) }),
    }),
  }),
})
const { services, secrets, networks } = Compose.parse(parse(compose, { merge: true }))
const described = readFileSync(join(root, 'infra', 'secrets', 'README.md'), 'utf8')

/** An example for each variable that the operator gives to compose. */
const fill = (value: string): string =>
  value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) =>
    name === 'MAIL_FROM'
      ? 'a@example.org'
      : name === 'SMS_GATEWAY_URL'
        ? 'https://sms.example.org'
        : `${name.toLowerCase().replaceAll('_', '-')}.example`,
  )

test.each(['server', 'operator', 'migrate', 'decisions'])('%s has only variables that exist, and each required one', (name) => {
  const environment = Object.fromEntries(Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, fill(value)]))
  expect(checkEnvironment(environment, name === 'server' || name === 'operator')).toEqual([])
  for (const [key, path] of Object.entries(environment))
    if (key.endsWith('_FILE')) expect(services[name]?.secrets, key).toContain(path.replace('/run/secrets/', ''))
})

test('every secret of a service is a file that secrets/README.md describes', () => {
  const used = Object.values(services).flatMap((one) => one.secrets)
  expect(new Set(used)).toEqual(new Set(Object.keys(secrets)))
  for (const name of used) expect(described).toContain(`| \`${name}\` |`)
})

test('a server has time for SHUTDOWN_SECONDS, and Postgres for two servers and the operator', () => {
  const { environment, stop_grace_period } = services['server'] ?? {}
  expect(Number(stop_grace_period?.replace('s', ''))).toBeGreaterThan(Number(environment?.['SHUTDOWN_SECONDS']) + 5)
  const connections = Number(/max_connections=(\d+)/.exec(compose)?.[1])
  expect(connections).toBeGreaterThanOrEqual((Number(environment?.['DATABASE_POOL_SIZE']) + 1) * 3 + 20)
})

test('no other container takes the address of the proxy, which the server trusts', () => {
  const [{ subnet, gateway, ip_range }] = networks.outside.ipam.config
  const addresses = new BlockList()
  const [first = '', bits] = ip_range.split('/')
  addresses.addSubnet(first, Number(bits))
  const outside = services['proxy']?.networks
  const address = (outside && !Array.isArray(outside) ? outside['outside']?.ipv4_address : undefined) ?? ''
  expect(services['server']?.environment['TRUST_PROXY']).toBe(address)
  expect([subnet, gateway].map((text) => text.split('.', 3).join('.'))).toEqual(Array(2).fill(address.split('.', 3).join('.')))
  expect(addresses.check(gateway)).toBe(false)
  expect(addresses.check(address)).toBe(false)
})
