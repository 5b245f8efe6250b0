/* SPDX-License-Identifier: Apache-2.0 */
/* Private: what makes a flame graph a page: how boxes look, and what they do. */
#ifndef HTV_FLAMEGRAPH_PAGE_H
#define HTV_FLAMEGRAPH_PAGE_H

static const char htv_flamegraph_style[] =
    "<style>text{font:12px monospace;fill:#000}text.big{font-size:15px}g.b{cursor:pointer}"
    "g.b rect{stroke:#fff;stroke-width:.5}g.b:hover rect{stroke:#000}g.b text{pointer-events:none}"
    "g.hit rect{fill:#d050f0!important}g.past rect{opacity:.5}.button{cursor:pointer;fill:#04c}"
    "</style>\n";

/* The boxes carry x and width in pixels of the whole graph, its level and its name. */
static const char htv_flamegraph_script[] =
    "<script><![CDATA[\n"
    "(function(){'use strict';\n"
    "var svg=document.documentElement,boxes=[].slice.call(document.querySelectorAll('g.b')),\n"
    " W=+svg.getAttribute('data-width'),found='';\n"
    "function num(g,k){return +g.getAttribute('data-'+k);}\n"
    "function name(g){return g.getAttribute('data-name');}\n"
    "function id(k){return document.getElementById(k);}\n"
    "function fit(g,w){var t=g.querySelector('text'),n=Math.floor((w-6)/7),s=name(g);\n"
    " t.textContent=n<3?'':s.length<=n?s:s.slice(0,n-2)+'..';}\n"
    "function zoom(to){var x0=num(to,'x'),w0=num(to,'w'),l0=num(to,'l');\n"
    " boxes.forEach(function(g){var x=num(g,'x'),w=num(g,'w'),below=num(g,'l')<l0,\n"
    "  inside=x>=x0-1e-3&&x+w<=x0+w0+1e-3,over=below&&x<=x0+1e-3&&x+w>=x0+w0-1e-3,\n"
    "  r=g.querySelector('rect'),nx=over?0:(x-x0)*W/w0,nw=over?W:w*W/w0;\n"
    "  g.style.display=over||inside&&!below?'':'none';\n"
    "  g.classList.toggle('past',over);\n"
    "  r.setAttribute('x',nx);r.setAttribute('width',nw);\n"
    "  g.querySelector('text').setAttribute('x',nx);fit(g,nw);});\n"
    " id('reset').style.display=l0>0?'':'none';}\n"
    "function search(text){var list=[],sum=0,end=-1,e;found=text;\n"
    " if(text){try{e=new RegExp(text);}catch(x){e={test:function(s){return "
    "s.indexOf(text)>=0;}};}}\n"
    " boxes.forEach(function(g){var hit=!!e&&num(g,'l')>0&&e.test(name(g));\n"
    "  g.classList.toggle('hit',hit);if(hit){list.push(g);}});\n"
    " list.sort(function(a,b){return num(a,'x')-num(b,'x')||num(a,'l')-num(b,'l');});\n"
    " list.forEach(function(g){var x=num(g,'x'),w=num(g,'w');\n"
    "  if(x>=end-1e-3){sum+=w;end=x+w;}});\n"
    " id('matched').textContent=text?list.length+' boxes, '+(100*sum/W).toFixed(2)+'%':'';\n"
    " svg.setAttribute('data-found',list.length);return list.length;}\n"
    "function ask(){var s=prompt('Search (regular expression)',found);if(s!==null){search(s);}}\n"
    "boxes.forEach(function(g){fit(g,num(g,'w'));\n"
    " g.addEventListener('click',function(){zoom(g);});});\n"
    "id('reset').addEventListener('click',function(){zoom(boxes[0]);});\n"
    "id('search').addEventListener('click',ask);\n"
    "document.addEventListener('keydown',function(e){\n"
    " if((e.ctrlKey||e.metaKey)&&e.key==='f'){e.preventDefault();ask();}\n"
    " if(e.key==='Escape'){search('');zoom(boxes[0]);}});\n"
    "var q=/[?&]s=([^&]*)/.exec(location.search);if(q){search(decodeURIComponent(q[1]));}\n"
    "var z=/[?&]z=([^&]*)/.exec(location.search);\n"
    "if(z){boxes.some(function(g){if(name(g)===decodeURIComponent(z[1])){zoom(g);return true;}\n"
    " return false;});}\n"
    "})();\n"
    "]]></script>\n";

#endif
