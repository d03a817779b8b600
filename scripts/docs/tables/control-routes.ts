import { type RouteGroup, routesOf } from '../../openapi/control/groups.js';
import { code, tableOf } from '../markdown.js';

/** The routes of one group of the control API, without the part of the path that they share. */
export function controlRoutes(group: RouteGroup): string {
  const rows = routesOf(group).map(({ name, summary }) => [code(name), firstSentence(summary)]);
  return tableOf(['Route', 'What it does'], rows);
}

/** Returns the name of the table of a group: `api-keys-routes` for `API keys`. */
export function tableNameOf({ tag }: RouteGroup): string {
  return `${tag.toLowerCase().replaceAll(' ', '-')}-routes`;
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text;
}
