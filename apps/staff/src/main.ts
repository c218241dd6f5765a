import '@registry/ui/theme/frame.css'

// The page shows its frame before the app has loaded (REQ-UI-22).
await import('./app/start.ts')
