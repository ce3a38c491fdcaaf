/** Before the path of a target that names the host as well (RFC 9112, 3.2.2). */
const beforePath = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/** The path of a request's target, without the query, which may hold a secret. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  const target = query === -1 ? url : url.slice(0, query);
  return target.startsWith('/') ? target : target.replace(beforePath, '');
}
