import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Plugin, transformWithOxc } from 'vite'

const read = (name: string): Promise<string> => readFile(new URL(`./src/offline/${name}`, import.meta.url), 'utf8')
const compile = async (name: string): Promise<string> => (await transformWithOxc(await read(name), name)).code

/**
 * Adds the service worker and the page without a network to the built app, under names without a hash. The worker requests them by name.
 */
export const buildOfflinePage = (): Plugin => ({
  name: 'myconsent:offline-page',
  apply: 'build',
  async generateBundle() {
    const files = {
      'offline.html': await read('offline.html'),
      'offline.css': await read('offline.css'),
      'offline.js': await compile('offline.ts'),
    }
    const worker = await compile('service-worker.ts')
    const hash = createHash('sha256')
      .update(JSON.stringify([files, worker]))
      .digest('hex')
      .slice(0, 16)
    const all = { ...files, 'service-worker.js': worker.replace('__HASH__', hash) }
    for (const [fileName, source] of Object.entries(all)) this.emitFile({ type: 'asset', fileName, source })
  },
})
