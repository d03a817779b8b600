import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';

export default {
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
} satisfies NextConfig;
