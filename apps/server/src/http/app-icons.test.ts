import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'

const root = new URL('../../../../', import.meta.url)
const read = (path: string): Promise<Buffer> => readFile(new URL(path, root))

const Manifest = z.object({
  name: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.enum(['any', 'maskable']) })),
})

it.each(['staff', 'myconsent'])('REQ-UI-15: the page of %s names its manifest, whose icons have the declared sizes', async (app) => {
  const page = (await read(`apps/${app}/index.html`)).toString()
  expect(page).toContain(`<link rel="manifest" href="/${app}.webmanifest" />`)
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />')
  const { icons } = Manifest.parse(JSON.parse((await read(`packages/ui/public/${app}.webmanifest`)).toString()))
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of icons) {
    const bytes = await read(`packages/ui/public${src}`)
    if (type === 'image/png') expect([src, `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`]).toEqual([src, sizes])
  }
})

it('the manual has the same icon as the apps', async () => {
  expect(await read('docs/manual/images/icon.svg')).toEqual(await read('packages/ui/public/favicon.svg'))
})
