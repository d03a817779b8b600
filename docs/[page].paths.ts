import { outsidePages } from './.vitepress/outside-pages.js';

export default {
  paths: () =>
    outsidePages.map(({ page, content }) => ({ params: { page: page.replace(/\.md$/, '') }, content })),
};
