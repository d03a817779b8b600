import { Octokit } from '@octokit/core';

const octokit = new Octokit({ baseUrl: 'https://pos.example', auth: 'key' });
export async function statusOf(issue_number: number): Promise<string> {
  const issue = { owner: 'pos', repo: 'orders', issue_number };
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', issue);
  return data.state;
}
