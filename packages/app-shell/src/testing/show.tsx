import { show as showPart } from '@registry/ui/testing/render.tsx'
import { loadTexts } from './messages.ts'

/** Renders a part of this package with the providers of an app. */
export const show: typeof showPart = (node, options) => showPart(node, { ...options, load: loadTexts })
