import '@registry/ui/theme/frame.css'

// The page shows its frame before the app has loaded.
await import('./app/start.ts')
